import type { Measure, StageFile } from "@swath/contract/processing";

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/** One figure of several tasks: the worst by its bound; of counts the sum, of all else the mean. */
function combine(same: readonly Measure[]): Measure {
  const [first] = same as readonly [Measure];
  const values = same.flatMap(({ value }) => (value === null ? [] : [value]));
  if (same.length === 1 || values.length === 0) return first;
  if (first.most !== undefined) return { ...first, value: Math.max(...values) };
  if (first.least !== undefined) return { ...first, value: Math.min(...values) };
  const total = sum(values);
  return { ...first, value: first.unit === "" ? total : total / values.length };
}

/** The measures of a run: those of its tasks combined by name, and of its collect call as they are. */
export function combineMeasures(
  tasks: readonly (readonly Measure[])[],
  collected: readonly Measure[] = [],
): Measure[] {
  const byName = Map.groupBy(tasks.flat(), ({ name }) => name);
  for (const measure of collected) byName.set(measure.name, [measure]);
  return [...byName.values()].map(combine);
}

const MILD: ReadonlySet<MissedBound["otherwise"]> = new Set(["QA", "shown"]);

/** A measure that a stage is accepted by and that misses its bound, in words. */
export interface MissedBound {
  readonly otherwise: StageFile["accept"][number]["otherwise"];
  readonly reason: string;
}

/**
 * The bounds of a stage that its measures miss. A measure that is not there misses its bound; one
 * without a value, since there was nothing to measure, misses only what a result is refused by; an
 * optional one neither.
 */
export function missedBounds(
  { accept }: Pick<StageFile, "accept">,
  measures: readonly Measure[],
): MissedBound[] {
  const byName = new Map(measures.map((measure) => [measure.name, measure]));
  return accept.flatMap(({ measure: name, least, most, otherwise, optional }): MissedBound[] => {
    const measure = byName.get(name);
    const value = measure?.value ?? null;
    if (value === null && (optional || (measure !== undefined && MILD.has(otherwise)))) return [];
    if (value === null) return [{ otherwise, reason: `${name} was not measured` }];
    const said = `${measure!.label} is ${value}${measure!.unit === "" ? "" : ` ${measure!.unit}`}`;
    if (least !== undefined && !(value >= least))
      return [{ otherwise, reason: `${said}, at least ${least} is needed` }];
    if (most !== undefined && !(value <= most))
      return [{ otherwise, reason: `${said}, at most ${most} is allowed` }];
    return [];
  });
}
