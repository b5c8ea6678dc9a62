import type { CalibrationFile, ProcessingFile } from "@swath/contract/processing";
import type { ProjectedSystem } from "@swath/pointcloud/coordinates";
import type { ScannerMounting } from "@swath/pointcloud/georeferencing";
import {
  readSbet,
  type SbetFault,
  type Trajectory,
  TrajectoryInterpolator,
  type TrajectoryReport,
} from "@swath/pointcloud/navigation";
import { WEEK_SECONDS } from "@swath/survey/gps-time";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { findFile, withFile } from "../files/file-bytes.ts";
import { FileFault } from "../program.ts";
import { targetSystem } from "../target-system.ts";
import { readCalibration } from "./read-records.ts";

/** Options of the programs that place something by a trajectory. */
export const GEOREFERENCING = {
  /** Output folder of the program `gps`. */
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

const DEGREE = Math.PI / 180;

/** How the scanner of a record sits by the IMU; undefined without a record of a LiDAR. */
export function scannerMounting({ lidar }: CalibrationFile): ScannerMounting | undefined {
  if (lidar === null) return undefined;
  return {
    lever: [lidar.RefToIMULeverX, lidar.RefToIMULeverY, lidar.RefToIMULeverZ],
    angles: [
      lidar.RefToIMUMountingAnglX * DEGREE,
      lidar.RefToIMUMountingAnglY * DEGREE,
      lidar.RefToIMUMountingAnglZ * DEGREE,
    ],
  };
}

/** Times of the trajectory, in its seconds; without a bound infinite. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

const weekOf = (time: number): number => Math.floor(time / WEEK_SECONDS) * WEEK_SECONDS;

/**
 * The time span of custom processing: from its start to its end; where it names neither but chose
 * GPS files, the trajectory of these. Data outside of it is neither processed nor missed.
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

/** `gps-report.json`: findings of the program `gps`, and the origin of a trajectory's times. */
export interface GpsReport {
  readonly version: 1;
  /** Full week that the trajectory's seconds count from; null where the recording names none. */
  readonly gpsWeek: number | null;
  /** GPS − UTC, s. */
  readonly leapSeconds: number;
  readonly trajectory: TrajectoryReport;
}

const FAULTS: Readonly<Record<SbetFault, string>> = {
  empty: "holds no solution",
  cut: "is no whole number of solutions of 136 bytes",
  disordered: "has times that do not rise, or values that are no numbers",
};

/** Reads `trajectory.sbet` and `gps-report.json` of the folder that the program `gps` wrote. */
export async function readTrajectory(
  folder: string | undefined,
): Promise<{ readonly trajectory: Trajectory; readonly report: TimeFacts }> {
  const name = "trajectory.sbet";
  const path = await findFile(folder, name);
  const reportPath = await findFile(folder, "gps-report.json");
  if (path === undefined) throw new FileFault(name, "is not there");
  if (reportPath === undefined) throw new FileFault("gps-report.json", "is not there");
  const read = await withFile(path, readSbet);
  if ("fault" in read) throw new FileFault(name, FAULTS[read.fault]);
  return { trajectory: read.trajectory, report: reportOf(await readFile(reportPath, "utf8")) };
}

/** What later programs need of a report. */
const readSchema = z.object({
  version: z.literal(1),
  gpsWeek: z.number().nullable(),
  leapSeconds: z.number(),
});
export type TimeFacts = z.infer<typeof readSchema>;

function reportOf(text: string): TimeFacts {
  try {
    return readSchema.parse(JSON.parse(text));
  } catch {
    throw new FileFault("gps-report.json", "is no report of the program gps");
  }
}

/** Weeks after which a recording of 10 bits counts from 0 again. */
const ROLLOVER = 1_024 * WEEK_SECONDS;
/** What adjusted standard time lacks of GPS time, s (LAS 1.4-R15, table 4). */
const STANDARD_OFFSET = 1e9;

/** A time of a cloud's points, `standard` (adjusted standard time) or seconds of the week, in the trajectory's. */
export const trajectoryTime = (
  time: number,
  standard: boolean,
  { gpsWeek }: Pick<TimeFacts, "gpsWeek">,
): number =>
  standard ? (time + STANDARD_OFFSET - (gpsWeek ?? 0) * WEEK_SECONDS) % ROLLOVER : time;

/**
 * Seconds between a time of a GPS week and the trajectory's times. Weeks of recordings that count
 * them in 10 bits are compared modulo 1,024. Undefined where the weeks are more than one apart.
 */
export function timeShift(week: number, report: Pick<TimeFacts, "gpsWeek">): number | undefined {
  if (report.gpsWeek === null) return 0;
  const short = week < 1_024 || report.gpsWeek < 1_024;
  const apart = week - report.gpsWeek;
  const weeks = short ? apart - 1_024 * Math.round(apart / 1_024) : apart;
  return Math.abs(weeks) <= 1 ? weeks * WEEK_SECONDS : undefined;
}
