import type { Measure } from "./measures.ts";

/** A bound of a measure; `optional`: it asks for nothing where there was nothing to measure. */
export interface MeasureBound {
  readonly least?: number | null | undefined;
  readonly most?: number | null | undefined;
  readonly optional?: boolean | undefined;
}

/** `notMeasured` is a miss as `outside` is one; `notAsked`: no bound asks for what is not there. */
export type MeasureVerdict = "within" | "outside" | "notMeasured" | "notAsked" | "unbounded";

type Valued = Pick<Measure, "value" | "tasks">;

/** Smallest and largest value of a measure: of all its tasks where these are not joined. */
function ends({ value, tasks }: Valued): readonly [number, number] | undefined {
  if (tasks !== undefined) return [tasks.least, tasks.most];
  return value === null ? undefined : [value, value];
}

/** A measure judged by one bound: the one rule for runs, reports, screens and command lines. */
export function judgeBound(
  measure: Valued | undefined,
  { least, most, optional = false }: MeasureBound,
): MeasureVerdict {
  const [lower, upper] = [least ?? null, most ?? null];
  if (lower === null && upper === null) return "unbounded";
  const values = measure && ends(measure);
  if (values === undefined) return optional ? "notAsked" : "notMeasured";
  // What is no number is within no bound.
  const isWithin = values.every(
    (at) => (lower === null || at >= lower) && (upper === null || at <= upper),
  );
  return isWithin ? "within" : "outside";
}

const GRAVEST = ["outside", "notMeasured", "within", "notAsked"] as const;

/** A measure judged by all bounds that there are of it. */
export function judgeMeasure(
  measure: Valued | undefined,
  bounds: readonly MeasureBound[],
): MeasureVerdict {
  const verdicts = new Set(bounds.map((bound) => judgeBound(measure, bound)));
  return GRAVEST.find((verdict) => verdicts.has(verdict)) ?? "unbounded";
}

export const isMissed = (verdict: MeasureVerdict): boolean =>
  verdict === "outside" || verdict === "notMeasured";

/**
 * The bounds of a measure: those that a stage accepts it by, and its program's own. A stage that does
 * without the measure speaks for its program.
 */
export function boundsOf(
  { name, least, most, optional }: Pick<Measure, "name" | "least" | "most" | "optional">,
  accepted: readonly (MeasureBound & { readonly measure: string })[],
): MeasureBound[] {
  const stage = accepted.filter(({ measure }) => measure === name);
  if (least === undefined && most === undefined) return stage;
  const isOptional = optional === true || stage.some((bound) => bound.optional);
  return [{ least, most, optional: isOptional }, ...stage];
}

/** The strictest of some bounds; null where none is named. */
export function strictest(bounds: readonly MeasureBound[]) {
  const least = bounds.flatMap((bound) => bound.least ?? []);
  const most = bounds.flatMap((bound) => bound.most ?? []);
  return {
    least: least.length === 0 ? null : Math.max(...least),
    most: most.length === 0 ? null : Math.min(...most),
  };
}

const DIGITS = 4;
const MOST_DIGITS = 15;

/** A figure to so many digits, and a count as it is. */
const toDigits = (value: number, digits: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(digits));

/** A value that misses a bound, to four digits, or to as many as tell it from the bound. */
function missedFigure(value: number, bound: number): number {
  for (let digits = DIGITS; digits < MOST_DIGITS; digits += 1) {
    const figure = toDigits(value, digits);
    if (figure > bound === value > bound && figure < bound === value < bound) return figure;
  }
  return value;
}

/** A bound that a measure misses, in words: value and limit. */
export function missedInWords(
  { label, unit = "", value = null, tasks }: Partial<Measure> & Pick<Measure, "label">,
  { least, most }: MeasureBound,
): string {
  const lowest = tasks?.least ?? value;
  const highest = tasks?.most ?? value;
  if (lowest === null || highest === null) return `${label} was not measured`;
  const isLow = typeof least === "number" && !(lowest >= least);
  const figure = isLow ? missedFigure(lowest, least) : missedFigure(highest, most ?? 0);
  const where = tasks === undefined ? "" : ` in one of ${tasks.count} tasks`;
  const wanted = isLow ? `at least ${least} is needed` : `at most ${most} is allowed`;
  return `${label} is ${figure}${unit === "" ? "" : ` ${unit}`}${where}, ${wanted}`;
}

/** What an attempt measured, and what its stage accepts. */
export interface JudgedAttempt {
  readonly measures: readonly Measure[];
  readonly accepted: readonly (MeasureBound & { readonly measure: string })[];
}

/** The tile, line or file that missed a bound, by its task, where that is known. */
function placeOf({ at, tasks }: Measure, { least }: MeasureBound): string {
  const isLow = tasks !== undefined && typeof least === "number" && !(tasks.least >= least);
  const name = tasks === undefined ? at : isLow ? tasks.leastAt : tasks.mostAt;
  return name === undefined ? "" : `: ${name}`;
}

/** Every bound that an ended attempt misses, its stage's and its program's own, each in words once. */
export function missedBoundsOf({ measures, accepted }: JudgedAttempt): string[] {
  const there = new Set(measures.map(({ name }) => name));
  const lacking = accepted
    .filter(({ measure, optional }) => optional !== true && !there.has(measure))
    .map(({ measure }) => missedInWords({ label: measure }, {}));
  const missed = measures.flatMap((measure) =>
    boundsOf(measure, accepted)
      .filter((bound) => isMissed(judgeBound(measure, bound)))
      .map((bound) => `${missedInWords(measure, bound)}${placeOf(measure, bound)}`),
  );
  return [...new Set([...missed, ...lacking])];
}
