import { isMissed, judgeBound, type Measure, type StageFile } from "@swath/contract/processing";

type Bound = StageFile["accept"][number];

/** A measure that a stage is accepted by and that misses its bound, in words. */
export interface MissedBound {
  readonly otherwise: Bound["otherwise"];
  readonly reason: string;
}

/**
 * The bounds of a stage that its measures miss. What was not measured misses its bound, whether the
 * measure is not there or has no value, but for an optional one.
 */
export function missedBounds(
  { accept }: Pick<StageFile, "accept">,
  measures: readonly Measure[],
): MissedBound[] {
  const byName = new Map(measures.map((measure) => [measure.name, measure]));
  return accept.flatMap((bound) => {
    const measure = byName.get(bound.measure);
    if (!isMissed(judgeBound(measure, bound))) return [];
    return [{ otherwise: bound.otherwise, reason: reasonOf(measure, bound) }];
  });
}

function reasonOf(measure: Measure | undefined, { measure: name, least, most }: Bound): string {
  const { label = name, unit = "", value = null, tasks } = measure ?? {};
  const lowest = tasks?.least ?? value;
  const highest = tasks?.most ?? value;
  if (lowest === null || highest === null) return `${label} was not measured`;
  const isLow = least !== undefined && !(lowest >= least);
  const figure = `${isLow ? lowest : highest}${unit === "" ? "" : ` ${unit}`}`;
  const where = tasks === undefined ? "" : ` in one of ${tasks.count} tasks`;
  const wanted = isLow ? `at least ${least} is needed` : `at most ${most} is allowed`;
  return `${label} is ${figure}${where}, ${wanted}`;
}
