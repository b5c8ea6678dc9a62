/** The open flight lines in the address. */
export interface LinesAddress {
  readonly processingId: string;
  /** Whether the planned lines and their missed stretches are shown too. */
  readonly reflight: boolean;
}

/** The same as URL parameters: `lines=<processing>`, `reflight=true`. */
export interface LinesSearch {
  readonly lines?: string | undefined;
  readonly reflight?: true | undefined;
}

const PROCESSING = /^[0-9a-f]{24}$/;

/** Reads the flight lines' URL parameters and drops malformed ones. */
export function readLinesSearch(search: Readonly<Record<string, unknown>>): LinesSearch {
  const { lines, reflight } = search;
  if (typeof lines !== "string" || !PROCESSING.test(lines)) return {};
  return { lines, reflight: reflight === true || reflight === "true" ? true : undefined };
}

/** The flight lines that an address names, if any. */
export function linesOf({ lines, reflight }: LinesSearch): LinesAddress | undefined {
  return lines === undefined ? undefined : { processingId: lines, reflight: reflight === true };
}

/** The URL parameters of open lines; without lines, parameters that remove them. */
export function searchOfLines(of: LinesAddress | undefined): LinesSearch {
  return { lines: of?.processingId, reflight: of?.reflight === true ? true : undefined };
}
