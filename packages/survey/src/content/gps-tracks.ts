import type { ContentRequest, Track } from "./content-request.ts";
import type { Finding } from "../finding.ts";
import { unrolled } from "../gps-time.ts";
import type { PosSummary } from "../readers/applanix/applanix.ts";
import { findingsOf } from "../rules/rule-table.ts";

type FlightTimes = Pick<ContentRequest, "wheelsUp" | "wheelsDown">;

const HOUR_MS = 3_600_000;
/** Recordings begin and end hours off the flight, and the day may turn meanwhile. */
const SAME_DATE_MS = 12 * HOUR_MS;

/** The span of a recording, if it states one; a week in 10 bits is completed by the flight's date. */
export function gpsTracks(
  path: string,
  pos: PosSummary | undefined,
  { wheelsUp, wheelsDown, now }: FlightTimes & Pick<ContentRequest, "now">,
): Track[] {
  if (pos?.start === undefined || pos.end === undefined) return [];
  const landed = wheelsDown ?? wheelsUp;
  const latest = landed === undefined ? now : Math.min(now, landed + SAME_DATE_MS);
  const start = unrolled(pos.start, pos.gpsWeek ?? Infinity, latest);
  return [{ kind: "gps", path, start, end: start + (pos.end - pos.start) }];
}

/** The recordings that lie wholly more than half a day before wheels up or after wheels down. */
export function gpsDateFindings(
  tracks: readonly Track[],
  { wheelsUp, wheelsDown }: FlightTimes,
): readonly Finding[] {
  const up = wheelsUp ?? wheelsDown;
  const down = wheelsDown ?? wheelsUp;
  if (up === undefined || down === undefined) return [];
  const other = tracks.filter(
    ({ start, end }) => end < up - SAME_DATE_MS || start > down + SAME_DATE_MS,
  );
  return findingsOf(
    "content-gps-date",
    other.map(({ path }) => path),
  );
}
