import type { DifferingLines } from "@swath/contract/calibrations";

/** Most lines of each text that are compared, from the first on that differs. */
const MOST_LINES = 200;
/** Most characters of a line that are shown. */
const LONGEST_LINE = 200;

type Line = DifferingLines["lines"][number];

/** Where the line begins in which two texts begin to differ. */
function startOfDifference(first: string, second: string): number {
  const most = Math.min(first.length, second.length);
  let at = 0;
  while (at < most && first.charCodeAt(at) === second.charCodeAt(at)) at += 1;
  return at === 0 ? 0 : first.lastIndexOf("\n", at - 1) + 1;
}

/** How many characters two texts have in common at their ends, in whole lines, after a start. */
function commonEnd(first: string, second: string, start: number): number {
  const most = Math.min(first.length, second.length) - start;
  let length = 0;
  while (
    length < most &&
    first.charCodeAt(first.length - 1 - length) === second.charCodeAt(second.length - 1 - length)
  )
    length += 1;
  const end = first.indexOf("\n", first.length - length);
  return length === 0 || end === -1 ? 0 : first.length - end - 1;
}

function countLines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1))
    count += 1;
  return count;
}

/** The lines between two places of a text, as far as they are compared. */
function linesOf(text: string, start: number, end: number) {
  const lines: string[] = [];
  let at = start;
  while (at < end && lines.length < MOST_LINES) {
    const found = text.indexOf("\n", at);
    const next = found === -1 || found >= end ? end : found;
    lines.push(text.slice(at, next));
    at = next + 1;
  }
  return { lines, isCut: at < end };
}

/** Lengths of the longest common subsequences of what is left of two lists, from each place on. */
function commonLengths(first: readonly string[], second: readonly string[]): Uint16Array[] {
  const lengths = Array.from(
    { length: first.length + 1 },
    () => new Uint16Array(second.length + 1),
  );
  for (let i = first.length - 1; i >= 0; i -= 1)
    for (let j = second.length - 1; j >= 0; j -= 1)
      lengths[i]![j] =
        first[i] === second[j]
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  return lengths;
}

function aligned(first: readonly string[], second: readonly string[]): Line[] {
  const lengths = commonLengths(first, second);
  const lines: Line[] = [];
  for (let i = 0, j = 0; i < first.length || j < second.length;) {
    const [one, other] = [first[i], second[j]];
    if (one !== undefined && one === other) {
      lines.push({ of: "both", text: one });
      i += 1;
      j += 1;
    } else if (
      one !== undefined &&
      (other === undefined || lengths[i + 1]![j]! >= lengths[i]![j + 1]!)
    ) {
      lines.push({ of: "first", text: one });
      i += 1;
    } else {
      lines.push({ of: "second", text: other! });
      j += 1;
    }
  }
  return lines;
}

/** Texts of equal lines differ in the end of the last one: behind it is one more line, which is empty. */
function lastLineEnd(first: string, second: string, lines: readonly Line[]): Line[] {
  if (lines.some(({ of }) => of !== "both")) return [];
  return [{ of: first.length > second.length ? "first" : "second", text: "" }];
}

const shortened = (text: string): string =>
  text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text;

/**
 * What differs between two texts, by their lines: what both begin and end with is left out, and of the
 * rest the first 200 lines of each are compared.
 */
export function differingLines(first: string, second: string): DifferingLines {
  const start = startOfDifference(first, second);
  const end = commonEnd(first, second, start);
  const [one, other] = [first, second].map((text) => linesOf(text, start, text.length - end));
  const isCut = one!.isCut || other!.isCut;
  const compared = aligned(one!.lines, other!.lines);
  const lines = isCut ? compared : [...compared, ...lastLineEnd(first, second, compared)];
  return {
    from: countLines(first, start) + 1,
    lines: lines.map(({ of, text }) => ({ of, text: shortened(text) })),
    isCut: isCut || lines.some(({ text }) => text.length > LONGEST_LINE),
  };
}
