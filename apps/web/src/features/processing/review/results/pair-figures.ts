import { type Attempt, missedInWords } from "@swath/contract/processing";
import { z } from "zod";
import { figureOf, measureRows } from "./measure-rows.ts";

const pairSchema = z.object({
  a: z.string(),
  b: z.string(),
  cells: z.number(),
  median: z.number(),
  rms: z.number(),
  dx: z.number().nullable(),
  dy: z.number().nullable(),
  /** Where the lines overlap: squares of a side, m; not in outputs of earlier stages. */
  side: z.number().positive().optional(),
  squares: z.array(z.tuple([z.number(), z.number()])).default([]),
});
const pairsSchema = z.array(pairSchema);
type Pair = z.output<typeof pairSchema>;

/** Two lines that overlap, and the bounds that they miss, in words. */
export interface PairFigure {
  readonly name: string;
  /** What is written at its place: `0.406 m`; of one that is kept nothing. */
  readonly label: string;
  readonly missed: readonly string[];
  readonly side: number;
  readonly squares: readonly (readonly [x: number, y: number])[];
}

/** Measures of a flight that are the largest of its pairs, and what a pair has of them, m. */
const OF_PAIR: Readonly<Record<string, { label: string; of: (pair: Pair) => number | null }>> = {
  pairMedian: { label: "Height difference (median)", of: ({ median }) => Math.abs(median) },
  horizontalShift: {
    label: "Horizontal shift",
    of: ({ dx, dy }) => (dx === null || dy === null ? null : Math.hypot(dx, dy)),
  },
};

/** Pairs of lines judged by an attempt's bounds, those that miss one first; undefined of other content. */
export function pairFigures(text: string, of: Attempt): readonly PairFigure[] | undefined {
  const pairs = pairsSchema.safeParse(readJson(text));
  if (!pairs.success) return undefined;
  const bounds = measureRows(of, undefined).flatMap(({ name, most }) =>
    Object.hasOwn(OF_PAIR, name) && most !== null ? [{ ...OF_PAIR[name]!, most }] : [],
  );
  const figures = pairs.data.map((pair): PairFigure => {
    const beyond = bounds.flatMap(({ label, most, of: valueOf }) => {
      const value = valueOf(pair);
      return value === null || value <= most ? [] : [{ label, most, value, unit: "m" }];
    });
    const worst = Math.max(...beyond.map(({ value }) => value));
    return {
      name: `${pair.a} – ${pair.b}`,
      label: beyond.length === 0 ? "" : `${figureOf(worst)} m`,
      missed: beyond.map(({ most, ...measure }) => missedInWords(measure, { most })),
      side: pair.side ?? 0,
      squares: pair.squares,
    };
  });
  return figures.toSorted((one, other) => other.missed.length - one.missed.length);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
