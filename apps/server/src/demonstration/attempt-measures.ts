import { type Measure, missedBoundsOf } from "@swath/contract/processing";

/** A measure of both attempts of the demonstration: the first misses bounds, the second keeps them. */
type Pair = readonly [
  name: string,
  label: string,
  unit: string,
  values: readonly [number | null, number | null],
  bound?: Pick<Measure, "least" | "most" | "optional">,
];

const STRIPS: readonly Pair[] = [
  ["pairs", "Overlapping pairs of lines", "", [2, 2]],
  ["pairMedian", "Largest median of a pair", "m", [0.081, 0.006], { most: 0.05 }],
  ["pairRms", "Largest RMS of a pair", "m", [0.094, 0.0182], { most: 0.05 }],
  ["cellRms", "RMS of all cells", "m", [0.0871, 0.0164], { most: 0.08 }],
  [
    "horizontalShift",
    "Largest horizontal shift of a pair",
    "m",
    [0.4060364, 0.0224],
    { most: 0.1 },
  ],
  ["controlRms", "RMS at control points", "m", [null, null], { most: 0.1, optional: true }],
];

const QUALITY: readonly Pair[] = [
  ["density", "Last returns, mean", "1/m²", [4.31, 4.52]],
  ["density95", "Last returns, reached by 95 % of the cells", "1/m²", [0.32, 3.02], { least: 2 }],
  ["voids", "Cells without points inside the survey", "%", [3.8, 0.04], { most: 1 }],
  ["sideLap", "Least side lap", "%", [22.6, 22.6], { least: 10 }],
  ["linesMissing", "Planned lines not flown", "", [0, 0], { most: 0 }],
];

const BY_JOB: Readonly<Record<string, readonly Pair[]>> = {
  ICP1_MineIP1: STRIPS,
  ICP2_MineIP1: STRIPS,
  QA1: QUALITY,
};

/** What an attempt of the demonstration measured, 1 or 2; nothing of jobs that draw nothing. */
export const demonstrationMeasures = (job: string, attempt: 1 | 2): readonly Measure[] =>
  (BY_JOB[job] ?? []).map(([name, label, unit, values, bound = {}]) =>
    Object.assign({ name, label, unit, value: values[attempt - 1]! }, bound),
  );

/** The bounds that a job's first attempt misses, in words. */
export const demonstrationMisses = (job: string): string =>
  missedBoundsOf({ measures: demonstrationMeasures(job, 1), accepted: [] }).join("; ");
