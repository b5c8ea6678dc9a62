import { HTML_ENTITIES } from "./html-entities.ts";

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
