import type { ProcessingFile } from "@swath/contract/processing";
import { WEEK_SECONDS } from "@swath/survey/gps-time";

/** Times of the trajectory, in its seconds; without a bound infinite. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

const weekOf = (time: number): number => Math.floor(time / WEEK_SECONDS) * WEEK_SECONDS;

/**
 * What custom processing is of: from its start to its end; where it names none of one but chose GPS
 * files, as far as the trajectory of these reaches. What is recorded outside of it is not processed,
 * and not missed either.
 */
export function chosenSpan(
  { custom }: Pick<ProcessingFile, "custom">,
  trajectory: { readonly start: number; readonly end: number },
): TimeSpan {
  const { gpsFiles, gpsStartTime, gpsEndTime } = custom ?? {};
  const bound = (given: number | undefined, reached: number, none: number): number => {
    if (given !== undefined) return weekOf(reached) + given;
    return gpsFiles === undefined ? none : reached;
  };
  return {
    from: bound(gpsStartTime, trajectory.start, -Infinity),
    to: bound(gpsEndTime, trajectory.end, Infinity),
  };
}

export const isWithin = (time: number, { from, to }: TimeSpan): boolean =>
  time >= from && time <= to;
