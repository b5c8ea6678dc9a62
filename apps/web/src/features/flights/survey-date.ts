/** The day of an instant in UTC: `2026-03-14`. */
function utcDay(instant: string): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The minute of an instant in UTC: `2026-03-14 01:22 UTC`. */
export function utcMinute(instant: string): string {
  const iso = new Date(instant).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** The second of the day in UTC: `01:22:05 UTC`. */
export function utcTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(11, 19)} UTC`;
}

/** The survey's days, latest first, each once. */
export function surveyDays(dates: readonly string[]): string[] {
  return [...new Set(dates.map(utcDay))].toSorted().toReversed();
}
