import {
  isMissed,
  judgeBound,
  type Measure,
  missedInWords,
  type StageFile,
} from "@swath/contract/processing";

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
    return [
      {
        otherwise: bound.otherwise,
        reason: missedInWords(measure ?? { label: bound.measure }, bound),
      },
    ];
  });
}
