import {
  equationsOfPair,
  gatherEquations,
  levelShifts,
  MOUNTING_TERMS,
  type Solved,
  type SolvedStrips,
  solveShifts,
  solveStrips,
  StripEquations,
  type StripPair,
  type StripSurface,
  type TracedStrip,
} from "@swath/pointcloud/strips";
import { z } from "zod";
import { figure, type ProgramMeasure } from "../../files/write-outputs.ts";
import type { IndexFile } from "../../points/index-file.ts";
import { type FlownFlight, flownLine } from "./flown-lines.ts";

const DEGREES = 180 / Math.PI;
/** Fewer cells tell a shift of each line and no more. */
const FEWEST_CELLS = 500;

const number = z.number();

/** `adjustment.json`: corrections, to be added to what was recorded; `told` is false where the lines do not tell it. */
export const adjustmentSchema = z.object({
  version: z.literal(1),
  /** Null where the flight has no trajectory or record, or too few cells. */
  mounting: z
    .array(
      z.object({
        name: z.string(),
        /** `°` or `m`. */
        unit: z.string(),
        value: number,
        deviation: number,
        told: z.boolean(),
      }),
    )
    .length(MOUNTING_TERMS)
    .nullable(),
  lines: z.array(
    z.object({
      line: z.string(),
      /** Height, m. */
      shift: number,
      /** Of the height, m/s, from the middle of the line on, a time of its points. */
      drift: number,
      middle: number.nullable(),
    }),
  ),
  /** Standard deviation of a cell's difference that is left, m. */
  residual: number.nullable(),
});
export type Adjustment = z.infer<typeof adjustmentSchema>;

/** The fields of a calibration record, in the order of the unknowns. */
export const MOUNTING_FIELDS = [
  "RefToIMUMountingAnglX",
  "RefToIMUMountingAnglY",
  "RefToIMUMountingAnglZ",
  "PriGNSSLeverX",
  "PriGNSSLeverY",
  "PriGNSSLeverZ",
] as const;
const LABELS = [
  "Mounting angle X (roll)",
  "Mounting angle Y (pitch)",
  "Mounting angle Z (heading)",
  "GNSS lever arm X (forward)",
  "GNSS lever arm Y (right)",
  "GNSS lever arm Z (down)",
] as const;

const SHORT = ["roll", "pitch", "heading", "forward", "right", "down"] as const;

export interface ComparedStrips {
  readonly surfaces: ReadonlyMap<string, StripSurface>;
  readonly pairs: readonly StripPair[];
  readonly crossStrips: ReadonlySet<string>;
}

/** What makes the strips of a flight meet: errors of its mounting where it is known how it was flown, and of each line. */
export function adjustStrips(
  compared: ComparedStrips,
  index: IndexFile,
  flown: FlownFlight | undefined,
): Adjustment {
  const lines = [...compared.surfaces.keys()];
  const times = new Map(lines.map((line) => [line, timesOf(index, line)]));
  const solved = flown === undefined ? undefined : solveFlown(compared, times, flown);
  if (solved === undefined) return heightsAlone(lines, compared);
  const { strips, numbers } = solved;
  const shifts = new Map(
    lines.map((line) => [line, strips.lines[numbers.get(line) ?? -1]?.shift.value ?? 0]),
  );
  const levelled = levelShifts(shifts, compared.pairs, compared.crossStrips);
  return {
    version: 1,
    mounting: strips.mounting.map((of, term) => ({
      name: MOUNTING_FIELDS[term]!,
      unit: term < 3 ? "°" : "m",
      ...inUnits(of, term),
    })),
    lines: lines.map((line) => {
      const { start, end } = times.get(line)!;
      const drift = strips.lines[numbers.get(line) ?? -1]?.drift.value ?? 0;
      const middle = start === null || end === null ? null : (start + end) / 2;
      return { line, shift: levelled.get(line) ?? 0, drift, middle };
    }),
    residual: strips.residual,
  };
}

function heightsAlone(
  lines: readonly string[],
  { pairs, crossStrips }: ComparedStrips,
): Adjustment {
  const shifts = solveShifts(lines, pairs, crossStrips);
  return {
    version: 1,
    mounting: null,
    lines: lines.map((line) => ({ line, shift: shifts.get(line) ?? 0, drift: 0, middle: null })),
    residual: null,
  };
}

const inUnits = ({ value, deviation, told }: Solved, term: number) => {
  const unit = term < 3 ? DEGREES : 1;
  return { value: value * unit, deviation: deviation * unit, told };
};

type Times = { readonly start: number | null; readonly end: number | null };

/** First and last time of a line over all files, as recorded. */
function timesOf({ files }: IndexFile, line: string): Times {
  const of = files.flatMap(({ lines }) => lines.filter(({ id }) => id === line));
  const [starts, ends] = [of.map(({ start }) => start), of.map(({ end }) => end)];
  if (of.length === 0 || starts.includes(null) || ends.includes(null))
    return { start: null, end: null };
  return { start: Math.min(...(starts as number[])), end: Math.max(...(ends as number[])) };
}

function solveFlown(
  { surfaces, pairs }: ComparedStrips,
  times: ReadonlyMap<string, Times>,
  flown: FlownFlight,
): { readonly strips: SolvedStrips; readonly numbers: ReadonlyMap<string, number> } | undefined {
  const traced = new Map<string, TracedStrip>();
  for (const [line, surface] of surfaces) {
    const of = flownLine(flown, times.get(line)!);
    if (of !== undefined) traced.set(line, { ...of, line: traced.size, surface });
  }
  const equations = new StripEquations();
  const most = equationsOfPair(pairs.length);
  for (const { a, b } of pairs) {
    const [one, other] = [traced.get(a), traced.get(b)];
    if (one !== undefined && other !== undefined) gatherEquations(one, other, equations, most);
  }
  if (equations.count < FEWEST_CELLS) return undefined;
  const numbers = new Map([...traced].map(([name, { line }]) => [name, line]));
  return { strips: solveStrips(equations, traced.size), numbers };
}

/** What the strips tell of the mounting, with its standard deviations, and how much they do not. */
export function adjustmentMeasures({ mounting, lines }: Adjustment): ProgramMeasure[] {
  if (mounting === null) return [];
  const told = mounting.flatMap(({ name, unit, value, deviation, told: isTold }, term) =>
    isTold
      ? [
          figure(name, `${LABELS[term]} more than recorded`, value, unit, "task"),
          figure(
            `${name}Deviation`,
            `${LABELS[term]}: standard deviation`,
            deviation,
            unit,
            "task",
          ),
        ]
      : [],
  );
  const untold = mounting.flatMap(({ told: isTold }, term) => (isTold ? [] : [SHORT[term]!]));
  const drifting = lines.filter(({ drift }) => drift !== 0).length;
  return [
    ...told,
    figure(
      "mountingUntold",
      untold.length === 0
        ? "Mounting errors that the lines do not tell"
        : `Mounting errors not told by the lines: ${untold.join(", ")}`,
      untold.length,
      "",
      "task",
    ),
    figure("driftingLines", "Lines that drift in height", drifting, "", "task"),
  ];
}
