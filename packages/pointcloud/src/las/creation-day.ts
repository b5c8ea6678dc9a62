const DAY = 86_400_000;

/** Day of the year, 1 to 366, and year of an instant in UTC (LAS 1.4-R15, 2.4: creation of a file). */
export function dayOfYear(instant: Date): { readonly day: number; readonly year: number } {
  const year = instant.getUTCFullYear();
  return { day: Math.floor((instant.getTime() - Date.UTC(year, 0)) / DAY) + 1, year };
}

/** The UTC date of a day of a year; undefined where the year has no such day. */
export function dateOfDay(day: number, year: number): Date | undefined {
  const date = new Date(Date.UTC(year, 0, day));
  return year >= 1_000 && day >= 1 && date.getUTCFullYear() === year ? date : undefined;
}
