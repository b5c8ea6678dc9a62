/** A part of well-known text, as `KEYWORD["text",1,PART[…]]`; numbers are given as they stand. */
export interface TextPart {
  /** In capitals. */
  readonly keyword: string;
  readonly values: readonly (string | TextPart)[];
}

/** Deeper than any coordinate reference system is stated. */
const DEEPEST = 32;

/** The outermost part of well-known text (OGC 01-009, ISO 19162); undefined for other text. */
export function parseWellKnownText(text: string): TextPart | undefined {
  const tokens = text.match(/"(?:[^"]|"")*"|[[\](),]|[^\s[\](),"]+/g) ?? [];
  let at = 0;
  const read = (depth: number): TextPart | string | undefined => {
    const word = tokens[at];
    if (word === undefined || depth > DEEPEST) return undefined;
    at += 1;
    if (word.startsWith('"')) return word.slice(1, -1).replaceAll('""', '"');
    if (tokens[at] !== "[" && tokens[at] !== "(") return word;
    const values: (string | TextPart)[] = [];
    do {
      at += 1;
      const value = read(depth + 1);
      if (value === undefined) return undefined;
      values.push(value);
    } while (tokens[at] === ",");
    at += 1;
    return { keyword: word.toUpperCase(), values };
  };
  const root = read(0);
  return typeof root === "object" ? root : undefined;
}
