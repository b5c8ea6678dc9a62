import type { Measure } from "@swath/contract/processing";
import {
  crossStrips,
  type SharedCells,
  sharedCells,
  stripDirection,
  type StripPair,
  stripPair,
  type StripSurface,
} from "@swath/pointcloud/strips";

/** Bounds (docs/pipeline.md, Bounds), m. */
const MOST_DIFFERENCE = 0.05;
const MOST_CELL_RMS = 0.08;
const MOST_SHIFT = 0.1;

export interface StripDifferences {
  readonly pairs: readonly StripPair[];
  readonly crossStrips: ReadonlySet<string>;
  /** How many two lines have points in the same tiles. */
  readonly touching: number;
}

/** Compares every two strips that overlap; `see` gets the cells that each pair shares. */
export function compareStrips(
  surfaces: ReadonlyMap<string, StripSurface>,
  see: (shared: SharedCells) => void,
): StripDifferences {
  const lines = [...surfaces.keys()].toSorted(byNumber);
  const pairs: StripPair[] = [];
  let touching = 0;
  for (const [at, a] of lines.entries())
    for (const b of lines.slice(at + 1)) {
      const [one, other] = [surfaces.get(a)!, surfaces.get(b)!];
      if (!one.tiles.keys().some((key) => other.tiles.has(key))) continue;
      touching++;
      const shared = sharedCells(one, other);
      const pair = stripPair(a, b, shared);
      if (pair === undefined) continue;
      pairs.push(pair);
      see(shared);
    }
  const directions = lines.flatMap((line): [string, number][] => {
    const direction = stripDirection(surfaces.get(line)!);
    return direction === undefined ? [] : [[line, direction]];
  });
  return { pairs, crossStrips: crossStrips(new Map(directions)), touching };
}

const byNumber = (a: string, b: string): number => a.localeCompare(b, "en", { numeric: true });

/** What a flight's strip differences amount to. */
export function stripMeasures(pairs: readonly StripPair[], lines: number): Measure[] {
  const cells = pairs.reduce((sum, pair) => sum + pair.cells, 0);
  const meanSquare = (of: (pair: StripPair) => number): number =>
    Math.sqrt(pairs.reduce((sum, pair) => sum + pair.cells * of(pair) ** 2, 0) / cells);
  const shifts = pairs.flatMap(({ dx, dy }) =>
    dx === null || dy === null ? [] : [Math.hypot(dx, dy)],
  );
  return [
    { name: "lines", label: "Flight lines", value: lines, unit: "" },
    { name: "pairs", label: "Overlapping pairs of lines", value: pairs.length, unit: "" },
    metres(
      "pairMedian",
      "Largest height difference of a pair (median)",
      largest(pairs.map(({ median }) => Math.abs(median))),
      MOST_DIFFERENCE,
    ),
    metres(
      "pairRms",
      "Height differences of the pairs (RMS of medians)",
      pairs.length === 0 ? null : meanSquare(({ median }) => median),
      MOST_DIFFERENCE,
    ),
    metres(
      "cellRms",
      "Height differences of single cells (RMS)",
      pairs.length === 0 ? null : meanSquare(({ rms }) => rms),
      MOST_CELL_RMS,
    ),
    metres("horizontalShift", "Largest horizontal shift of a pair", largest(shifts), MOST_SHIFT),
  ];
}

const largest = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.max(...values);

const metres = (name: string, label: string, value: number | null, most?: number): Measure => ({
  name,
  label,
  value,
  unit: "m",
  ...(most === undefined ? {} : { most }),
});
