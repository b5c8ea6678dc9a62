/** Which flight lines are open, as the address holds it. */
export interface LinesAddress {
  readonly processingId: string;
  /** Whether the planned lines and what was missed of them are shown beside. */
  readonly reflight: boolean;
}

/** The same as parameters of an address: `lines=<processing>`, `reflight=true`. */
export interface LinesSearch {
  readonly lines?: string | undefined;
  readonly reflight?: true | undefined;
}

const PROCESSING = /^[0-9a-f]{24}$/;

/** Reads the flight lines' part of an address; what is malformed is left out. */
export function readLinesSearch(search: Readonly<Record<string, unknown>>): LinesSearch {
  const { lines, reflight } = search;
  if (typeof lines !== "string" || !PROCESSING.test(lines)) return {};
  return { lines, reflight: reflight === true || reflight === "true" ? true : undefined };
}

/** What an address has open; undefined where it has nothing. */
export function linesOf({ lines, reflight }: LinesSearch): LinesAddress | undefined {
  return lines === undefined ? undefined : { processingId: lines, reflight: reflight === true };
}

/** The parameters of open lines; without them, what takes them out of an address. */
export function searchOfLines(of: LinesAddress | undefined): LinesSearch {
  return { lines: of?.processingId, reflight: of?.reflight === true ? true : undefined };
}
