import type { PointBlock } from "../points/index.ts";

/** What a header states of the points: how many, by return (1 to 15), and their bounds. */
export interface PointTally {
  count: number;
  readonly returns: number[];
  readonly min: [number, number, number];
  readonly max: [number, number, number];
}

const RETURNS = 15;

export const newTally = (): PointTally => ({
  count: 0,
  returns: Array.from({ length: RETURNS }, () => 0),
  min: [Infinity, Infinity, Infinity],
  max: [-Infinity, -Infinity, -Infinity],
});

/** Adds a block's points to a tally. */
export function tally(sum: PointTally, { count, x, y, z, returnNumber }: PointBlock): void {
  sum.count += count;
  for (const [axis, column] of [x, y, z].entries()) {
    let [low, high] = [sum.min[axis] ?? 0, sum.max[axis] ?? 0];
    for (let point = 0; point < count; point += 1) {
      const value = column[point] ?? 0;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    sum.min[axis] = low;
    sum.max[axis] = high;
  }
  for (let point = 0; point < count; point += 1) {
    const index = (returnNumber[point] ?? 0) - 1;
    if (index >= 0 && index < RETURNS) sum.returns[index] = (sum.returns[index] ?? 0) + 1;
  }
}
