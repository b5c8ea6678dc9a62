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
import type { ProgramMeasure } from "../../files/write-outputs.ts";

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
  const meanSquare = (of: (pair: StripPair) => number): number =>
    Math.sqrt(pairs.reduce((sum, pair) => sum + pair.cells * of(pair) ** 2, 0) / cells);
  const shifts = pairs.flatMap(({ dx, dy }) =>
    dx === null || dy === null ? [] : [Math.hypot(dx, dy)],
  );
  return [
    // A line may be in several tasks, and a pair in one.
    { name: "lines", label: "Flight lines", value: lines, unit: "", join: "task" },
    {
      name: "pairs",
      label: "Overlapping pairs of lines",
      value: pairs.length,
      unit: "",
      join: "sum",
    },
    ...leftOutMeasures(leftOut),
    {
      name: "pairMedian",
      label: "Largest height difference of a pair (median)",
      value: largest(pairs.map(({ median }) => Math.abs(median))),
      unit: "m",
      most: MOST_DIFFERENCE,
      join: "maximum",
    },
    {
      name: "pairRms",
      label: "Height differences of the pairs (RMS of medians)",
      value: pairs.length === 0 ? null : meanSquare(({ median }) => median),
      unit: "m",
      most: MOST_DIFFERENCE,
      join: { rms: cells },
    },
    {
      name: "cellRms",
      label: "Height differences of single cells (RMS)",
      value: pairs.length === 0 ? null : meanSquare(({ rms }) => rms),
      unit: "m",
      most: MOST_CELL_RMS,
      join: { rms: cells },
    },
    {
      name: "horizontalShift",
      label: "Largest horizontal shift of a pair",
      value: largest(shifts),
      unit: "m",
      most: MOST_SHIFT,
      join: "maximum",
    },
  ];
}

/** Said where a line overlaps more others than are compared. */
const leftOutMeasures = (value: number): ProgramMeasure[] =>
  value === 0
    ? []
    : [
        {
          name: "pairsLeftOut",
          label: "Overlapping pairs not compared",
          value,
          unit: "",
          join: "sum",
        },
      ];

const largest = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.max(...values);
