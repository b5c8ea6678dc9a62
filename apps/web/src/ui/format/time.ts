/**
 * Instants as people read them, by one rule everywhere: ISO order (document 3, section 9: sv-SE) with
 * the zone behind it. UTC, except where the specification says local time (the explorer).
 */
type Instant = string | number;

const two = (n: number): string => String(n).padStart(2, "0");
const isoOf = (at: Instant): string => new Date(at).toISOString();

/** The day in UTC: `2026-03-14`. */
export function utcDay(at: Instant): string {
  return isoOf(at).slice(0, 10);
}

/** To the minute in UTC: `2026-03-14 01:22 UTC`. */
export function utcMinute(at: Instant): string {
  return `${isoOf(at).slice(0, 16).replace("T", " ")} UTC`;
}

/** To the second in UTC, without its label, under a heading that has it: `2026-03-14 01:22:05`. */
export function utcUnlabelled(at: Instant): string {
  return isoOf(at).slice(0, 19).replace("T", " ");
}

/** To the second in UTC: `2026-03-14 01:22:05 UTC`. */
export function utcSecond(at: Instant): string {
  return `${utcUnlabelled(at)} UTC`;
}

/** The second of the day in UTC, of what happened just now: `01:22:05 UTC`. */
export function utcTimeOfDay(at: Instant): string {
  return `${isoOf(at).slice(11, 19)} UTC`;
}

/** To the second in the reader's own time with its offset: `2026-11-21 19:54:32 UTC+10:00`. */
export function localSecond(at: Instant): string {
  const date = new Date(at);
  const offset = -date.getTimezoneOffset();
  const shifted = new Date(date.getTime() + offset * 60_000).toISOString();
  return `${shifted.slice(0, 19).replace("T", " ")} UTC${offsetOf(offset)}`;
}

function offsetOf(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
