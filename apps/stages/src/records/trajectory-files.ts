import { readFile } from "node:fs/promises";
import {
  readSbet,
  type SbetFault,
  type Trajectory,
  type TrajectoryReport,
} from "@swath/pointcloud/navigation";
import { withFile, findFile } from "../files/file-bytes.ts";
import { z } from "zod";
import { FileFault } from "../program.ts";
import { WEEK_SECONDS } from "@swath/survey/gps-time";

/** `gps-report.json`: what the program `gps` found, and what a trajectory's times count from. */
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

/**
 * Seconds that take a time of a GPS week to the trajectory's times. Recordings that count weeks in
 * 10 bits agree by what is left of 1,024. Undefined where the weeks are further apart than one.
 */
export function timeShift(week: number, report: Pick<TimeFacts, "gpsWeek">): number | undefined {
  if (report.gpsWeek === null) return 0;
  const short = week < 1_024 || report.gpsWeek < 1_024;
  const apart = week - report.gpsWeek;
  const weeks = short ? apart - 1_024 * Math.round(apart / 1_024) : apart;
  return Math.abs(weeks) <= 1 ? weeks * WEEK_SECONDS : undefined;
}
