/** A part of well-known text, as `KEYWORD["text",1,PART[…]]`; numbers are given as they stand. */
export interface TextPart {
  /** In capitals. */
  readonly keyword: string;
  readonly values: readonly (string | TextPart)[];
}

export const partsOf = ({ values }: TextPart): TextPart[] =>
  values.filter((value) => typeof value !== "string");

/** The first part within another of one of the keywords. */
export const partOf = (part: TextPart, keywords: readonly string[]): TextPart | undefined =>
  partsOf(part).find(({ keyword }) => keywords.includes(keyword));

/** The text that a part begins with: mostly its name. */
export const titleOf = ({ values: [first] }: TextPart): string =>
  typeof first === "string" ? first : "";

/** Keywords of horizontal systems in versions 1 and 2. */
export const PROJECTED = ["PROJCS", "PROJCRS", "PROJECTEDCRS"];
export const GEODETIC = ["GEODCRS", "GEODETICCRS"];
export const GEOGRAPHIC = ["GEOGCS", "GEOGCRS", "GEOGRAPHICCRS", ...GEODETIC];
/** Keywords of systems around others. */
const AROUND = new Set(["COMPD_CS", "COMPOUNDCRS", "BOUNDCRS", "SOURCECRS"]);

/** The part itself, or the first system of one of the keywords within systems around it. */
export function systemIn(part: TextPart, keywords: readonly string[]): TextPart | undefined {
  if (keywords.includes(part.keyword)) return part;
  if (!AROUND.has(part.keyword)) return undefined;
  for (const inner of partsOf(part)) {
    const found = systemIn(inner, keywords);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether version 2 says that a system is geocentric: by the kind of its axes (ISO 19162, 9.5). */
export function isCartesian(system: TextPart): boolean {
  const axes = partOf(system, ["CS"]);
  return axes !== undefined && /^cartesian$/i.test(titleOf(axes));
}

/** The factor of a unit, which version 2 may state in the axes; undefined without one above 0. */
export function unitIn(part: TextPart, keywords: readonly string[]): number | undefined {
  const axes = partsOf(part).filter(({ keyword }) => keyword === "AXIS");
  const unit = [part, ...axes].map((each) => partOf(each, keywords)).find(Boolean);
  const factor = Number(unit?.values[1]);
  return factor > 0 && Number.isFinite(factor) ? factor : undefined;
}

/** Deeper than any coordinate reference system is stated. */
const DEEPEST = 32;

/** The outermost part of well-known text (OGC 01-009, ISO 19162); undefined for other text. */
export function parseWellKnownText(text: string): TextPart | undefined {
  const found = text.matchAll(/"(?:[^"]|"")*"|[[\](),]|[^\s[\](),"]+/g);
  const tokens = Array.from(found, ([token]) => token);
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
