import type { ScannerMounting } from "@swath/pointcloud/georeferencing";
import type { Trajectory } from "@swath/pointcloud/navigation";
import type { ProjectedSystem } from "@swath/pointcloud/coordinates";
import { mapTrack, MountingEffect } from "@swath/pointcloud/strips";
import { findFile } from "../../files/file-bytes.ts";
import type { IndexFile } from "../../points/index-file.ts";
import {
  readTrajectory,
  scannerMounting,
  trajectoryTime,
} from "../../records/georeferencing-inputs.ts";
import { readCalibration } from "../../records/read-records.ts";
import { knownSystem } from "../../target-system.ts";

/** Where trajectory and record of a flight are, by which its lines were made. */
export interface FlownFolders {
  readonly trajectory?: string | undefined;
  readonly calibration?: string | undefined;
}

/** How a flight was flown and its scanner mounted. */
export interface FlownFlight {
  readonly trajectory: Trajectory;
  readonly mounting: ScannerMounting;
  readonly system: ProjectedSystem;
  /** A time of the points in the trajectory's seconds. */
  readonly timeOf: (time: number) => number;
}

/**
 * How points of a system were flown, whose times are `standard` (adjusted standard time) or seconds of the week;
 * undefined where there is no trajectory, record or projected system: then only heights can be told from one another.
 */
export async function readFlown(
  folders: FlownFolders,
  crs: IndexFile["crs"],
  standard: boolean,
): Promise<FlownFlight | undefined> {
  const { trajectory: folder, calibration: record } = folders;
  if (record === undefined) return undefined;
  if ((await findFile(folder, "trajectory.sbet")) === undefined) return undefined;
  const mounting = scannerMounting(await readCalibration(record));
  const system = crs.epsg === null ? undefined : knownSystem(crs.epsg);
  if (mounting === undefined || system === undefined) return undefined;
  const { trajectory, report } = await readTrajectory(folder);
  return {
    trajectory,
    mounting,
    system,
    timeOf: (time) => trajectoryTime(time, standard, report),
  };
}

/** When a line was flown, in the trajectory's seconds; how fast, and what errors of the mounting do to its points. */
export interface FlownLine {
  readonly start: number;
  readonly end: number;
  readonly speed: number;
  readonly effect: MountingEffect;
}

type Times = Pick<IndexFile["files"][number]["lines"][number], "start" | "end">;

/** A line that was flown; undefined where it has no times, or the trajectory does not have them. */
export function flownLine(
  { trajectory, mounting, system, timeOf }: FlownFlight,
  times: Times,
): FlownLine | undefined {
  if (times.start === null || times.end === null) return undefined;
  const start = timeOf(times.start);
  const end = start + times.end - times.start;
  const track = mapTrack(trajectory, system, { from: start, to: end });
  const last = track.count - 1;
  if (last < 1 || track.time[0]! > start || track.time[last]! < end) return undefined;
  const way = Math.hypot(track.x[last]! - track.x[0]!, track.y[last]! - track.y[0]!);
  const speed = way / (track.time[last]! - track.time[0]!);
  return speed > 0 ? { start, end, speed, effect: new MountingEffect(track, mounting) } : undefined;
}
