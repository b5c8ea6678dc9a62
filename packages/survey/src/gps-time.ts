/** 1980-01-06T00:00:00Z in milliseconds since 1970. */
export const GPS_EPOCH_MS = 315_964_800_000;
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

/**
 * A receiver that counts weeks in 10 bits starts again at 0 after this many (IS-GPS-200,
 * 20.3.3.3.1.1).
 */
const ROLL_OVER_WEEKS = 1024;
const ROLL_OVER_MS = ROLL_OVER_WEEKS * WEEK_SECONDS * 1000;

/**
 * A time whose week was counted in 10 bits, moved on by as many roll-overs as leave it before the
 * latest time possible. A week of {@link ROLL_OVER_WEEKS} or more is a full one: its time stays.
 */
export function unrolled(utcMs: number, week: number, latestMs: number): number {
  if (week >= ROLL_OVER_WEEKS) return utcMs;
  return utcMs + Math.max(0, Math.floor((latestMs - utcMs) / ROLL_OVER_MS)) * ROLL_OVER_MS;
}
