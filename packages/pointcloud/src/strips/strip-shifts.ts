import { solveSymmetric } from "./numeric-methods.ts";

/** How much heavier a cross-strip counts: it ties all others together. */
const CROSS_WEIGHT = 4;

export interface PairDifference {
  readonly a: string;
  readonly b: string;
  readonly cells: number;
  /** Height of b less that of a. */
  readonly median: number;
}

/**
 * The height shift (m) to add to each line so that their differences vanish, by least squares over
 * all pairs, a pair weighing the root of its cells, one with a cross-strip four times as much. Lines
 * that no pair ties together are solved apart; of lines tied together the median shift is 0, so that
 * a line that jumped is moved and the others stay.
 */
export function solveShifts(
  lines: readonly string[],
  pairs: readonly PairDifference[],
  across: ReadonlySet<string> = new Set(),
): Map<string, number> {
  const shifts = new Map(lines.map((line) => [line, 0]));
  for (const group of tiedLines(lines, pairs)) {
    if (group.length < 2) continue;
    const solved = solveGroup(group, pairs, across);
    group.forEach((line, at) => shifts.set(line, solved[at]!));
  }
  return levelShifts(shifts, pairs, across);
}

/** The same shifts with a median of 0 of lines that pairs tie together; 0 of a line that none ties. */
export function levelShifts(
  shifts: ReadonlyMap<string, number>,
  pairs: readonly Pick<PairDifference, "a" | "b">[],
  across: ReadonlySet<string> = new Set(),
): Map<string, number> {
  const levelled = new Map<string, number>();
  for (const group of tiedLines([...shifts.keys()], pairs)) {
    const values = group.map((line) => shifts.get(line)!);
    const datum = group.length < 2 ? values[0]! : weightedMedian(group, values, across);
    group.forEach((line, at) => levelled.set(line, values[at]! - datum));
  }
  return levelled;
}

const weightOf = (pair: PairDifference, across: ReadonlySet<string>): number =>
  Math.sqrt(pair.cells) * (across.has(pair.a) !== across.has(pair.b) ? CROSS_WEIGHT : 1);

/** Shifts of a group with the first line held. */
function solveGroup(
  group: readonly string[],
  pairs: readonly PairDifference[],
  across: ReadonlySet<string>,
): number[] {
  const size = group.length - 1;
  const at = new Map(group.map((line, index) => [line, index - 1]));
  const normal = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  const right = Array.from({ length: size }, () => 0);
  for (const pair of pairs) {
    const [a, b] = [at.get(pair.a), at.get(pair.b)];
    if (a === undefined || b === undefined) continue;
    const weight = weightOf(pair, across);
    // median + shift of b − shift of a = 0
    for (const [one, other, sign] of [
      [a, b, 1],
      [b, a, -1],
    ] as const) {
      if (one < 0) continue;
      normal[one]![one]! += weight;
      right[one]! += sign * weight * pair.median;
      if (other >= 0) normal[one]![other]! -= weight;
    }
  }
  return [0, ...(solveSymmetric(normal, right)?.solution ?? right.map(() => 0))];
}

function weightedMedian(
  group: readonly string[],
  shifts: readonly number[],
  across: ReadonlySet<string>,
): number {
  const sorted = group
    .map((line, at) => ({ shift: shifts[at]!, weight: across.has(line) ? 2 : 1 }))
    .toSorted((one, other) => one.shift - other.shift);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  for (const [at, { shift, weight }] of sorted.entries()) {
    sum += weight;
    if (sum > half) return shift;
    if (sum === half) return (shift + (sorted[at + 1]?.shift ?? shift)) / 2;
  }
  return 0;
}

/** Groups of lines that pairs tie together, directly or through others. */
function tiedLines(
  lines: readonly string[],
  pairs: readonly Pick<PairDifference, "a" | "b">[],
): string[][] {
  const neighbours = new Map(lines.map((line) => [line, [] as string[]]));
  for (const { a, b } of pairs) {
    neighbours.get(a)?.push(b);
    neighbours.get(b)?.push(a);
  }
  const groups: string[][] = [];
  const seen = new Set<string>();
  for (const line of lines) {
    if (seen.has(line)) continue;
    seen.add(line);
    const group = [line];
    for (const member of group)
      for (const next of neighbours.get(member) ?? []) {
        if (seen.has(next) || !neighbours.has(next)) continue;
        seen.add(next);
        group.push(next);
      }
    groups.push(group);
  }
  return groups;
}

/** The lines flown across most others: more than 45° from the common direction (radians from east). */
export function crossStrips(directions: ReadonlyMap<string, number>): Set<string> {
  let [x, y] = [0, 0];
  for (const angle of directions.values()) {
    x += Math.cos(2 * angle);
    y += Math.sin(2 * angle);
  }
  const found = [...directions].filter(
    ([, angle]) => x * Math.cos(2 * angle) + y * Math.sin(2 * angle) < 0,
  );
  return new Set(found.map(([line]) => line));
}
