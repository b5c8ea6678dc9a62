import { utcToGps } from "@swath/survey";

/** One log of the flight management system; times in UTC milliseconds since 1970. */
export interface FmsFlight {
  readonly flightId: string;
  readonly projectIds: readonly string[];
  readonly start: number;
  readonly end: number;
}

const LINE_MS = 4 * 60_000;

/** The instant an event is logged at, and the event. */
function at(time: number, event: string): string {
  const { week, seconds } = utcToGps(time);
  return `${week} ${seconds.toFixed(3).padStart(10, "0")} ${event}`;
}

/** A log in the house format of docs/formats.md: GPS week and seconds, an event, and what it concerns. */
export function fmsLog(flight: FmsFlight): Uint8Array {
  const lines = ["FMS Flight Log", `Flight: ${flight.flightId}`, "Time: GPS week, seconds of week"];
  lines.push(...flight.projectIds.map((id) => `Project: ${id}`), at(flight.start, "LOG START"));
  let line = 1;
  for (let time = flight.start + LINE_MS; time + LINE_MS < flight.end; time += 2 * LINE_MS) {
    const project = flight.projectIds[line % flight.projectIds.length] ?? "";
    const name = String(line++).padStart(3, "0");
    lines.push(at(time, `LINE ${name} START ${project}`), at(time + LINE_MS, `LINE ${name} END`));
  }
  lines.push(at(flight.end, "LOG END"), "");
  return new TextEncoder().encode(lines.join("\r\n"));
}
