import type { Differences } from "./strip-differences.ts";

/** What the colour of a point says. */
export const COLORS = [
  "height",
  "class",
  "line",
  "difference",
  "intensity",
  "return",
  "time",
  "rgb",
  "nir",
] as const;
export type ColorBy = (typeof COLORS)[number];

/** A range of values that the colours of a ramp stand for. */
export type ValueRange = readonly [least: number, most: number];

/** How points look, and which are left out. */
export interface Look {
  readonly by: ColorBy;
  /** Of heights, intensities and times. */
  readonly range: ValueRange;
  /** The lines of the cloud, in the order of their colours. */
  readonly lines: readonly number[];
  readonly hidden: Hidden;
  /** Of lines to each other, as far as they are known. */
  readonly differences?: Differences | undefined;
}

/** Points that are left out. */
export interface Hidden {
  readonly classes: ReadonlySet<number>;
  readonly lines: ReadonlySet<number>;
  /** `first`, `last` or `single` returns alone. */
  readonly returns: ReturnFilter;
}
export const RETURN_FILTERS = ["all", "first", "last", "single"] as const;
export type ReturnFilter = (typeof RETURN_FILTERS)[number];

export const NOTHING_HIDDEN: Hidden = { classes: new Set(), lines: new Set(), returns: "all" };

/** Whether a return (its number, and 16 times those of its pulse) is left out. */
export function isReturnHidden(filter: ReturnFilter, returns: number): boolean {
  const [number, count] = [returns & 15, returns >> 4];
  if (filter === "first") return number > 1;
  if (filter === "last") return number < count;
  return filter === "single" && count > 1;
}
