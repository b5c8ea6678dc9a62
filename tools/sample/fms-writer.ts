import { utcToGps } from "@swath/survey";

/** One log of the flight management system; times in UTC milliseconds since 1970. */
export interface FmsFlight {
  readonly flightId: string;
  readonly projectIds: readonly string[];
  readonly start: number;
  readonly end: number;
  /** Where the lines are known: when each was flown. */
  readonly lines?: readonly { readonly start: number; readonly end: number }[];
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
  for (const [i, { start, end }] of (flight.lines ?? usualLines(flight)).entries()) {
    const project = flight.projectIds[(i + 1) % flight.projectIds.length] ?? "";
    const name = String(i + 1).padStart(3, "0");
    lines.push(at(start, `LINE ${name} START ${project}`), at(end, `LINE ${name} END`));
  }
  lines.push(at(flight.end, "LOG END"), "");
  return new TextEncoder().encode(lines.join("\r\n"));
}

function usualLines({ start, end }: FmsFlight): { start: number; end: number }[] {
  const lines = [];
  for (let time = start + LINE_MS; time + LINE_MS < end; time += 2 * LINE_MS)
    lines.push({ start: time, end: time + LINE_MS });
  return lines;
}
