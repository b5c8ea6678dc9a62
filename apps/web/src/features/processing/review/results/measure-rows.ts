import type { Attempt, Measure } from "@swath/contract/processing";

type Verdict = "within" | "outside" | "notMeasured" | "unbounded";

/** A measure of an attempt beside that of another. */
export interface MeasureRow {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly value: number | null;
  readonly least: number | null;
  readonly most: number | null;
  readonly verdict: Verdict;
  /** Of the other attempt; undefined where it did not measure this. */
  readonly other?: { readonly value: number | null; readonly verdict: Verdict };
  /** This less the other. */
  readonly difference: number | null;
}

type Bounds = Pick<MeasureRow, "least" | "most">;

const strictest = (
  of: readonly (number | null | undefined)[],
  pick: (...of: number[]) => number,
) => {
  const known = of.filter((bound) => bound !== null && bound !== undefined);
  return known.length === 0 ? null : pick(...known);
};

/** The stricter of what the program names and what the stage accepts. */
function boundsOf({ name, least, most }: Measure, { accepted }: Pick<Attempt, "accepted">): Bounds {
  const of = accepted.filter(({ measure }) => measure === name);
  return {
    least: strictest([least, ...of.map((each) => each.least)], Math.max),
    most: strictest([most, ...of.map((each) => each.most)], Math.min),
  };
}

function verdictOf(value: number | null, { least, most }: Bounds): Verdict {
  if (least === null && most === null) return "unbounded";
  if (value === null) return "notMeasured";
  return value >= (least ?? -Infinity) && value <= (most ?? Infinity) ? "within" : "outside";
}

/** Every measure of an attempt against its bounds, beside those of another; outside ones first. */
export function measureRows(of: Attempt, other: Attempt | undefined): readonly MeasureRow[] {
  const others = new Map(other?.measures.map((measure) => [measure.name, measure]));
  const rows = of.measures.map((measure): MeasureRow => {
    const { name, label, unit, value } = measure;
    const bounds = boundsOf(measure, of);
    const before = others.get(name);
    const known = value !== null && before !== undefined && before.value !== null;
    return {
      ...bounds,
      name,
      label,
      unit,
      value,
      verdict: verdictOf(value, bounds),
      ...(before === undefined || other === undefined
        ? {}
        : {
            other: {
              value: before.value,
              verdict: verdictOf(before.value, boundsOf(before, other)),
            },
          }),
      difference: known ? value - before.value! : null,
    };
  });
  return rows.toSorted((a, b) => Number(b.verdict === "outside") - Number(a.verdict === "outside"));
}

const DIGITS = 4;

/** A figure of a measure to four digits; counts as they are. */
export const figureOf = (value: number): string =>
  (Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS))).toLocaleString("en-GB", {
    maximumFractionDigits: 6,
  });

/** A difference with its sign; none where both are the same. */
export function differenceOf(difference: number): string {
  const figure = figureOf(Math.abs(difference));
  if (Number(figure.replaceAll(",", "")) === 0) return "no change";
  return `${difference > 0 ? "+" : "−"}${figure}`;
}

/** Bounds in words: `at most 0.05`. */
export function boundsText({ least, most }: Bounds): string {
  if (least !== null && most !== null) return `${figureOf(least)} to ${figureOf(most)}`;
  if (least !== null) return `at least ${figureOf(least)}`;
  return most === null ? "none" : `at most ${figureOf(most)}`;
}
