import type { TaskJoin } from "@swath/contract/processing";
import {
  chooseOverlaps,
  countShared,
  crossStrips,
  FEWEST_CELLS,
  freeShared,
  sharedCells,
  stripDirection,
  type StripOverlap,
  type StripPair,
  stripPair,
  type StripSurface,
} from "@swath/pointcloud/strips";
import { count, figure, type ProgramMeasure } from "../../files/write-outputs.ts";

/** Bounds (docs/pipeline.md, Bounds), m. */
const MOST_DIFFERENCE = 0.05;
const MOST_CELL_RMS = 0.08;
const MOST_SHIFT = 0.1;

/**
 * Pairs of a line after which smaller ones are left out, where the other line has as many. Ordinary
 * flights stay below: a line overlaps those beside it, 8 with a side lap of 80 %, and cross-strips, or
 * the lines of a block flown again at a right angle. A shift that 50 pairs tell is known well enough.
 */
const MOST_PAIRS = 50;

export interface StripDifferences {
  readonly pairs: readonly StripPair[];
  readonly crossStrips: ReadonlySet<string>;
  /** How many two lines have points in the same tiles. */
  readonly touching: number;
  /** How many two lines share cells enough, but are not compared. */
  readonly leftOut: number;
}

/** Compares the strips that overlap; `see` gets each pair. */
export function compareStrips(
  surfaces: ReadonlyMap<string, StripSurface>,
  see: (a: StripSurface, b: StripSurface) => void,
): StripDifferences {
  const lines = [...surfaces.keys()].toSorted(byNumber);
  const { overlaps, touching } = overlapsOf(lines, surfaces);
  const chosen = chooseOverlaps(overlaps, MOST_PAIRS);
  const pairs: StripPair[] = [];
  for (const { a, b } of chosen) {
    const [one, other] = [surfaces.get(a)!, surfaces.get(b)!];
    const shared = sharedCells(one, other);
    const pair = stripPair(a, b, shared);
    freeShared(shared);
    if (pair === undefined) continue;
    pairs.push(pair);
    see(one, other);
  }
  const directions = lines.flatMap((line): [string, number][] => {
    const direction = stripDirection(surfaces.get(line)!);
    return direction === undefined ? [] : [[line, direction]];
  });
  const leftOut = overlaps.length - chosen.length;
  return { pairs, crossStrips: crossStrips(new Map(directions)), touching, leftOut };
}

/** Every two lines that share cells enough, and how many touch. */
function overlapsOf(lines: readonly string[], surfaces: ReadonlyMap<string, StripSurface>) {
  const overlaps: StripOverlap[] = [];
  let touching = 0;
  for (const [at, a] of lines.entries())
    for (const b of lines.slice(at + 1)) {
      const cells = countShared(surfaces.get(a)!, surfaces.get(b)!);
      if (cells === undefined) continue;
      touching++;
      if (cells >= FEWEST_CELLS) overlaps.push({ a, b, cells });
    }
  return { overlaps, touching };
}

const byNumber = (a: string, b: string): number => a.localeCompare(b, "en", { numeric: true });

/** Measures of a flight's strip differences. */
export function stripMeasures(
  pairs: readonly StripPair[],
  lines: number,
  leftOut = 0,
): ProgramMeasure[] {
  const cells = pairs.reduce((sum, pair) => sum + pair.cells, 0);
  const meanSquare = (of: (pair: StripPair) => number): number | null =>
    pairs.length === 0
      ? null
      : Math.sqrt(pairs.reduce((sum, pair) => sum + pair.cells * of(pair) ** 2, 0) / cells);
  const shifts = pairs.flatMap(({ dx, dy }) =>
    dx === null || dy === null ? [] : [Math.hypot(dx, dy)],
  );
  const [pairRms, cellRms] = [meanSquare(({ median }) => median), meanSquare(({ rms }) => rms)];
  const highest = largest(pairs.map(({ median }) => Math.abs(median)));
  const ofCells = { rms: cells };
  return [
    // A line may be in several tasks, and a pair in one.
    figure("lines", "Flight lines", lines, "", "task"),
    count("pairs", "Overlapping pairs of lines", pairs.length),
    ...(leftOut === 0 ? [] : [count("pairsLeftOut", "Overlapping pairs not compared", leftOut)]),
    metres("pairMedian", PAIR_MEDIAN, highest, MOST_DIFFERENCE, "maximum"),
    metres("pairRms", PAIR_RMS, pairRms, MOST_DIFFERENCE, ofCells),
    metres("cellRms", CELL_RMS, cellRms, MOST_CELL_RMS, ofCells),
    metres("horizontalShift", HORIZONTAL_SHIFT, largest(shifts), MOST_SHIFT, "maximum"),
  ];
}

const metres = (name: string, label: string, value: number | null, most: number, join: TaskJoin) =>
  figure(name, label, value, "m", join, { most });

const PAIR_MEDIAN = "Largest height difference of a pair (median)";
const PAIR_RMS = "Height differences of the pairs (RMS of medians)";
const CELL_RMS = "Height differences of single cells (RMS)";
const HORIZONTAL_SHIFT = "Largest horizontal shift of a pair";

const largest = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.max(...values);
