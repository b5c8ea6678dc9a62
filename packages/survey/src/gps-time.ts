/** 1980-01-06T00:00:00Z in milliseconds since 1970. */
const GPS_EPOCH_MS = 315_964_800_000;
export const WEEK_SECONDS = 604_800;
/** GPS − UTC in seconds since 2017 (document 2, section 9). */
export const LEAP_SECONDS = 18;

/** An instant as GPS counts it. */
export interface GpsTime {
  /** Full week since 1980-01-06, without roll-over. */
  readonly week: number;
  /** Seconds of the week, GPS time. */
  readonly seconds: number;
}

/** GPS time as UTC milliseconds since 1970. */
export function gpsToUtc({ week, seconds }: GpsTime, leapSeconds = LEAP_SECONDS): number {
  return GPS_EPOCH_MS + (week * WEEK_SECONDS + seconds - leapSeconds) * 1000;
}

/** UTC milliseconds since 1970 as GPS time. */
export function utcToGps(utcMs: number, leapSeconds = LEAP_SECONDS): GpsTime {
  const total = (utcMs - GPS_EPOCH_MS) / 1000 + leapSeconds;
  const week = Math.floor(total / WEEK_SECONDS);
  return { week, seconds: total - week * WEEK_SECONDS };
}

const ROLL_OVER_MS = 1024 * WEEK_SECONDS * 1000;

/** The time nearest to a reference that a receiver with 10-bit weeks may have meant. */
export function unrolled(utcMs: number, referenceMs: number): number {
  return utcMs + Math.round((referenceMs - utcMs) / ROLL_OVER_MS) * ROLL_OVER_MS;
}
