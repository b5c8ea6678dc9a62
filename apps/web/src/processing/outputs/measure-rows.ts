import { locale } from "../../ui/language/language.ts";
import {
  type Attempt,
  boundsOf,
  isMissed,
  judgeMeasure,
  type Measure,
  type MeasureVerdict,
  strictest,
} from "@swath/contract/processing";

/** An attempt's figure of a measure: one value, or the range of its tasks' values. */
type Figure = Pick<Measure, "value" | "tasks"> & { readonly verdict: MeasureVerdict };

/** A measure of an attempt and of another one. */
export interface MeasureRow extends Figure {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly least: number | null;
  readonly most: number | null;
  /** The other attempt's figure; undefined without one. */
  readonly other?: Figure;
  /** This attempt's value minus the other's. */
  readonly difference: number | null;
}

type Bounds = Pick<MeasureRow, "least" | "most">;
type Named = Pick<Measure, "name" | "label" | "unit"> & Partial<Measure>;

function figureIn(measure: Named, of: Attempt): Figure {
  const { value = null, tasks } = measure;
  const bounds = boundsOf(measure, of.accepted);
  const verdict = judgeMeasure({ value, ...(tasks && { tasks }) }, bounds);
  return { value, verdict, ...(tasks && { tasks }) };
}

/** Measures that a bound requires and that the attempt lacks. */
function lacking({ measures, accepted, outcome }: Attempt): Named[] {
  if (outcome === null) return [];
  const there = new Set(measures.map(({ name }) => name));
  const asked = accepted.filter(({ measure, optional }) => !optional && !there.has(measure));
  return [...new Set(asked.map(({ measure }) => measure))].map((name) => ({
    name,
    label: name,
    unit: "",
  }));
}

function rowOf(measure: Named, of: Attempt, other: Attempt | undefined): MeasureRow {
  const { name, label, unit } = measure;
  const figure = figureIn(measure, of);
  const before = other?.measures.find((each) => each.name === name);
  const known = figure.value !== null && before !== undefined && before.value !== null;
  return {
    name,
    label,
    unit,
    ...figure,
    ...strictest(boundsOf(measure, of.accepted)),
    ...(before === undefined || other === undefined ? {} : { other: figureIn(before, other) }),
    difference: known ? figure.value! - before.value! : null,
  };
}

/** Every measure of an attempt against its bounds, beside those of another; missed ones first. */
export function measureRows(of: Attempt, other: Attempt | undefined): readonly MeasureRow[] {
  const rows = [...of.measures, ...lacking(of)].map((measure) => rowOf(measure, of, other));
  return rows.toSorted((a, b) => Number(isMissed(b.verdict)) - Number(isMissed(a.verdict)));
}

const DIGITS = 4;

/** A figure of a measure to four digits; counts as they are. */
export const figureOf = (value: number): string =>
  (Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS))).toLocaleString(locale, {
    maximumFractionDigits: 6,
  });

/** A figure as text; a dash without one. */
export function valueText({ value, tasks }: Pick<Figure, "value" | "tasks">): string {
  if (tasks === undefined) return value === null ? "–" : figureOf(value);
  const { count, least, most } = tasks;
  const values =
    least === most ? figureOf(least) : /* text */ `${figureOf(least)} to ${figureOf(most)}`;
  return `${values} (${count} ${count === 1 ? /* text */ "task" : /* text */ "tasks"}, not joined)`;
}

/** A difference with its sign; none where both are the same. */
export function differenceOf(difference: number): string {
  const figure = figureOf(Math.abs(difference));
  if (Number(figure.replaceAll(",", "")) === 0) return /* text */ "no change";
  return `${difference > 0 ? "+" : "−"}${figure}`;
}

/** Bounds in words: `at most 0.05`. */
export function boundsText({ least, most }: Bounds): string {
  if (least !== null && most !== null) return `${figureOf(least)} to ${figureOf(most)}`;
  if (least !== null) return `at least ${figureOf(least)}`;
  return most === null ? /* text */ "none" : `at most ${figureOf(most)}`;
}
