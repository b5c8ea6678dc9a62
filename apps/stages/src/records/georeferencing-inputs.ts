import type { CalibrationFile, ProcessingFile } from "@swath/contract/processing";
import type { ProjectedSystem } from "@swath/pointcloud/coordinates";
import { type Trajectory, TrajectoryInterpolator } from "@swath/pointcloud/navigation";
import { WEEK_SECONDS } from "@swath/survey/gps-time";
import { z } from "zod";
import { readCalibration } from "./read-records.ts";
import { targetSystem } from "../coordinates/target-system.ts";
import { readTrajectory, type TimeFacts } from "./trajectory-files.ts";

/** Options of the programs that place something by a trajectory. */
export const GEOREFERENCING = {
  /** Folder with what the program `gps` wrote. */
  trajectory: z.string(),
  calibration: z.string(),
  processing: z.string(),
  out: z.string(),
  /** Longest time between two solutions that is interpolated, s. */
  gap: z.coerce.number().positive().default(0.2),
};

export interface GeoreferencingInputs {
  readonly system: ProjectedSystem;
  readonly calibration: CalibrationFile;
  readonly trajectory: Trajectory;
  readonly report: TimeFacts;
  readonly interpolator: TrajectoryInterpolator;
  /** Times of the trajectory that are processed. */
  readonly span: TimeSpan;
}

/** Reads the inputs that these options name, beside the record `processing`. */
export async function georeferencingInputs(
  given: { readonly trajectory: string; readonly calibration: string; readonly gap: number },
  processing: ProcessingFile,
): Promise<GeoreferencingInputs> {
  const system = targetSystem(processing.epsg);
  const calibration = await readCalibration(given.calibration);
  const { trajectory, report } = await readTrajectory(given.trajectory);
  const interpolator = new TrajectoryInterpolator(trajectory, given.gap);
  const { time, count } = trajectory;
  const span = chosenSpan(processing, { start: time[0]!, end: time[count - 1]! });
  return { system, calibration, trajectory, report, interpolator, span };
}

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
