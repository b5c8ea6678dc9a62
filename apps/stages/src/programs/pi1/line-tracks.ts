import type { Trajectory } from "@swath/pointcloud/navigation";
import type { FlightLine } from "@swath/pointcloud/points";
import { gpsToUtc, WEEK_SECONDS } from "@swath/survey/gps-time";
import type { CloudSystem } from "../../coordinates/cloud-system.ts";
import { findFile } from "../../files/find-files.ts";
import { readTrajectory } from "../../records/trajectory-files.ts";

/** Longitude and latitude (degrees) and height (m). */
type Place = readonly [longitude: number, latitude: number, height: number];

/** Where a line runs, a place each second. */
export type LineTrack = (line: FlightLine) => readonly Place[];

/** Weeks after which a recording of 10 bits counts from 0 again. */
const ROLLOVER = 1_024 * WEEK_SECONDS;
/** What adjusted standard time lacks of GPS time, s (LAS 1.4-R15, table 4). */
const STANDARD_OFFSET = 1e9;
const DEGREES = 180 / Math.PI;

/** The track of each line by its points near the nadir: on the ground. */
export const pointTrack =
  ({ verticalUnit }: CloudSystem, inverse: NonNullable<CloudSystem["inverse"]>): LineTrack =>
  ({ track }) =>
    track.map(([x, y, z]) => [...inverse(x, y), z * verticalUnit]);

/** Lines as they were flown, and what their times stand for. */
export interface FlownLines {
  readonly track: LineTrack;
  readonly utc: (time: number) => Date | undefined;
}

/** The UTC time of adjusted standard time. */
export const standardUtc = (time: number): Date =>
  new Date(gpsToUtc({ week: 0, seconds: time + STANDARD_OFFSET }));

/**
 * The track of each line as it was flown, by the trajectory in a folder; undefined without one. Points'
 * times are `standard` (adjusted standard time) or seconds of the week.
 */
export async function flownLines(
  folder: string | undefined,
  standard: boolean,
): Promise<FlownLines | undefined> {
  if ((await findFile(folder, "trajectory.sbet")) === undefined) return undefined;
  const { trajectory, report } = await readTrajectory(folder);
  const { gpsWeek, leapSeconds } = report;
  const week = (gpsWeek ?? 0) * WEEK_SECONDS;
  // Weeks that are counted in 10 bits name no time.
  const isFull = gpsWeek !== null && gpsWeek * WEEK_SECONDS >= ROLLOVER;
  const ofWeek = (seconds: number): Date | undefined =>
    isFull ? new Date(gpsToUtc({ week: gpsWeek, seconds }, leapSeconds)) : undefined;
  return {
    track: ({ start, end }) => {
      if (start === null || end === null) return [];
      const begin = standard ? (start + STANDARD_OFFSET - week) % ROLLOVER : start;
      return placesOf(trajectory, begin, begin + end - start);
    },
    utc: standard ? standardUtc : ofWeek,
  };
}

/** The first solution of each second. */
function placesOf(
  { count, time, latitude, longitude, height }: Trajectory,
  start: number,
  end: number,
): Place[] {
  const places: Place[] = [];
  let next = start;
  for (let at = 0; at < count && time[at]! <= end; at += 1) {
    if (time[at]! < next) continue;
    places.push([longitude[at]! * DEGREES, latitude[at]! * DEGREES, height[at]!]);
    next = Math.max(next + 1, time[at]!);
  }
  return places;
}
