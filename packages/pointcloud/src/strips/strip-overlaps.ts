import type { StripSurface } from "./strip-surface.ts";

/** Two strips and how many cells both have. */
export interface StripOverlap {
  readonly a: string;
  readonly b: string;
  readonly cells: number;
}

/** How many cells two strips share; undefined where they have no tile in common. */
export function countShared(a: StripSurface, b: StripSurface): number | undefined {
  let count: number | undefined;
  for (const key of a.tiles.keys()) {
    if (!b.tiles.has(key)) continue;
    count ??= 0;
    const [one, other] = [a.filled(key), b.filled(key)];
    for (let word = 0; word < one.length; word++) count += bitsOf(one[word]! & other[word]!);
  }
  return count;
}

/** Ones among 32 bits. */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * The overlaps that are compared, in their order: where one of the two lines has no more than `most`,
 * all; of lines that have more the largest, and those without which lines would hang together no more.
 * So n lines are at most n · (most + 1) pairs.
 */
export function chooseOverlaps(overlaps: readonly StripOverlap[], most: number): StripOverlap[] {
  const counts = new Map<string, number>();
  const groups = new Map<string, string>();
  const countOf = (line: string): number => counts.get(line) ?? 0;
  const groupOf = (line: string): string => {
    let group = line;
    for (let next = groups.get(group); next !== undefined; next = groups.get(group)) group = next;
    if (group !== line) groups.set(line, group);
    return group;
  };
  const chosen = new Set<StripOverlap>();
  for (const overlap of overlaps.toSorted((one, other) => other.cells - one.cells)) {
    const { a, b } = overlap;
    const [one, other] = [groupOf(a), groupOf(b)];
    if (countOf(a) >= most && countOf(b) >= most && one === other) continue;
    chosen.add(overlap);
    counts.set(a, countOf(a) + 1).set(b, countOf(b) + 1);
    if (one !== other) groups.set(one, other);
  }
  return overlaps.filter((overlap) => chosen.has(overlap));
}
