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
