/** Longest reference to a character that is looked for, with its `&` and `;`. */
const LONGEST = 40;
const MARK = /<!\[CDATA\[|<!--|<\?|&/g;
const FIRSTS = ["&", "<!", "<?"] as const;
/** References that are put in: each takes the parser a hundred times as long as a letter. */
const MOST_BARE = 1_000_000;
/** What ends the sections in which an `&` stands for itself. */
const ENDS: Readonly<Record<string, string>> = { "<![CDATA[": "]]>", "<!--": "-->", "<?": "?>" };
const REFERENCE = /&(?:#\d{1,8}|#x[\da-f]{1,7}|([a-z][\w.-]{0,36}));/iy;
const XML_ENTITIES: ReadonlySet<string> = new Set(["amp", "lt", "gt", "quot", "apos"]);

/** A text that an XML parser takes, and where it is longer (or shorter) than the document. */
export interface MendedText {
  readonly text: string;
  readonly growths: readonly { readonly at: number; readonly by: number }[];
}

/**
 * Makes references of what a strict XML parser refuses, as the text of a document comes: an `&` that
 * begins no reference becomes `&amp;`, and a character by its HTML name that character. What is named
 * and known to neither stays, and is the parser's to refuse, as is every `&` beyond the millionth.
 */
export class AmpersandMender {
  #held = "";
  /** What ends the section that is open; empty outside of one. */
  #end = "";
  #bare = 0;

  /** `last`: nothing follows, so that nothing is held back. */
  mend(more: string, last = false): MendedText {
    const text = this.#held + more;
    const stop = last ? text.length : undecided(text);
    const growths: { at: number; by: number }[] = [];
    // Most of a document has nothing to look at: this is told far sooner than by the expression.
    const plain = this.#end === "" && !FIRSTS.some((first) => text.includes(first));
    let [mended, from, at] = ["", 0, plain ? stop : 0];
    while (at < stop) {
      if (this.#end !== "") {
        const end = text.indexOf(this.#end, at);
        if (end < 0) break;
        at = end + this.#end.length;
        this.#end = "";
        continue;
      }
      MARK.lastIndex = at;
      const mark = MARK.exec(text);
      if (mark === null || mark.index >= stop) break;
      at = mark.index + mark[0].length;
      if (mark[0] !== "&") {
        this.#end = ENDS[mark[0]] ?? "";
        continue;
      }
      const { length, put } = referenceAt(text, mark.index);
      at = mark.index + length;
      if (put === "&amp;") this.#bare += 1;
      if (put === undefined || this.#bare > MOST_BARE) continue;
      mended += text.slice(from, mark.index) + put;
      growths.push({ at: mended.length, by: put.length - length });
      from = at;
    }
    const end = Math.max(at, stop);
    this.#held = text.slice(end);
    return { text: mended + text.slice(from, end), growths };
  }
}

/** From where on a text may hold the beginning of something that goes on in what follows. */
function undecided(text: string): number {
  const tail = Math.max(0, text.length - LONGEST);
  const mark = text.slice(tail).search(/[<&\]?-]/);
  return mark < 0 ? text.length : tail + mark;
}

/** How long what begins with an `&` is, and what is put in its place. */
function referenceAt(
  text: string,
  at: number,
): { readonly length: number; readonly put: string | undefined } {
  REFERENCE.lastIndex = at;
  const reference = REFERENCE.exec(text);
  if (reference === null) return { length: 1, put: "&amp;" };
  const [{ length }, name] = reference;
  const known = name === undefined || XML_ENTITIES.has(name);
  return { length, put: known ? undefined : HTML_ENTITIES.get(name) };
}

/** Names of the characters 160 to 255, in this order (HTML 4.01, section 24.2). */
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn " +
  "sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave " +
  "Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml " +
  "ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN " +
  "szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute " +
  "icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml " +
  "yacute thorn yuml";

/** Other characters, each with its code in base 36 (HTML 4.01, sections 24.3 and 24.4). */
const OTHERS =
  "OElig:9e oelig:9f Scaron:9s scaron:9t Yuml:ag fnof:b6 circ:jq tilde:kc Alpha:pd Beta:pe Gamma:pf " +
  "Delta:pg Epsilon:ph Zeta:pi Eta:pj Theta:pk Iota:pl Kappa:pm Lambda:pn Mu:po Nu:pp Xi:pq " +
  "Omicron:pr Pi:ps Rho:pt Sigma:pv Tau:pw Upsilon:px Phi:py Chi:pz Psi:q0 Omega:q1 alpha:q9 " +
  "beta:qa gamma:qb delta:qc epsilon:qd zeta:qe eta:qf theta:qg iota:qh kappa:qi lambda:qj mu:qk " +
  "nu:ql xi:qm omicron:qn pi:qo rho:qp sigmaf:qq sigma:qr tau:qs upsilon:qt phi:qu chi:qv psi:qw " +
  "omega:qx thetasym:r5 upsih:r6 piv:ra ensp:6bm emsp:6bn thinsp:6bt zwnj:6bw zwj:6bx lrm:6by " +
  "rlm:6bz ndash:6c3 mdash:6c4 lsquo:6c8 rsquo:6c9 sbquo:6ca ldquo:6cc rdquo:6cd bdquo:6ce " +
  "dagger:6cg Dagger:6ch bull:6ci hellip:6cm permil:6cw prime:6cy Prime:6cz lsaquo:6d5 rsaquo:6d6 " +
  "oline:6da frasl:6dg euro:6gc image:6j5 weierp:6jc real:6jg trade:6jm alefsym:6k5 larr:6mo " +
  "uarr:6mp rarr:6mq darr:6mr harr:6ms crarr:6np lArr:6og uArr:6oh rArr:6oi dArr:6oj hArr:6ok " +
  "forall:6ps part:6pu exist:6pv empty:6px nabla:6pz isin:6q0 notin:6q1 ni:6q3 prod:6q7 sum:6q9 " +
  "minus:6qa lowast:6qf radic:6qi prop:6ql infin:6qm ang:6qo and:6qv or:6qw cap:6qx cup:6qy int:6qz " +
  "there4:6r8 sim:6rg cong:6rp asymp:6rs ne:6sg equiv:6sh le:6sk ge:6sl sub:6te sup:6tf nsub:6tg " +
  "sube:6ti supe:6tj oplus:6tx otimes:6tz perp:6ud sdot:6v9 lceil:6x4 rceil:6x5 lfloor:6x6 " +
  "rfloor:6x7 lang:6y1 rang:6y2 loz:7gq spades:7kw clubs:7kz hearts:7l1 diams:7l2";

const FIRST_LATIN = 160;

/**
 * Characters that HTML names and XML does not (`&nbsp;`, `&deg;`): people paste descriptions of web pages
 * into a KML.
 */
const HTML_ENTITIES: ReadonlyMap<string, string> = new Map([
  ...LATIN.split(" ").map((name, at): [string, string] => [
    name,
    String.fromCodePoint(FIRST_LATIN + at),
  ]),
  ...OTHERS.split(" ").map((entry): [string, string] => {
    const [name = "", code = ""] = entry.split(":");
    return [name, String.fromCodePoint(Number.parseInt(code, 36))];
  }),
]);
