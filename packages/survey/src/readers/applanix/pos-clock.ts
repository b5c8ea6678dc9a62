import { LEAP_SECONDS, WEEK_SECONDS } from "../../gps-time.ts";

/** Bytes of a group before its body: mark, id, count, times and their types. */
export const TIME_FIELDS = 34;
const TIME_1 = 8;
const TIME_2 = 16;
const TIME_TYPES = 32;
const GPS_TIME = 1;
const UTC_TIME = 2;
const GNSS_STATUS_CHANNELS = 4;
const HALF_WEEK = WEEK_SECONDS / 2;

/** Follows the times of a recording's groups over the end of a week, and learns the week itself. */
export class PosClock {
  /** Week of the first record, as group 3 counts it. */
  week: number | undefined;
  leap: number | undefined;
  #last: number | undefined;
  /** Weeks since the first record: seconds that fall by half a week or more begin the next. */
  #turns = 0;

  /** Time of a group: seconds of the first record's week, GPS time; undefined where it has none. */
  timeOf(view: DataView): number | undefined {
    const types = view.getUint8(TIME_TYPES);
    const first = this.#gpsSeconds(view.getFloat64(TIME_1, true), types & 0x0f);
    return first ?? this.#gpsSeconds(view.getFloat64(TIME_2, true), types >>> 4);
  }

  #gpsSeconds(seconds: number, type: number): number | undefined {
    const plausible = seconds >= 0 && seconds < WEEK_SECONDS;
    if ((type !== GPS_TIME && type !== UTC_TIME) || !plausible) return undefined;
    if (this.#last !== undefined && this.#last - seconds > HALF_WEEK) this.#turns += 1;
    if (this.#last !== undefined && seconds - this.#last > HALF_WEEK) this.#turns -= 1;
    this.#last = seconds;
    const leap = type === UTC_TIME ? (this.leap ?? LEAP_SECONDS) : 0;
    return this.#turns * WEEK_SECONDS + seconds + leap;
  }

  /** Applanix ICD, group 3: the week and the offset follow the channels, whose bytes it counts. */
  takeWeek(view: DataView): void {
    if (this.week !== undefined || view.byteLength < TIME_FIELDS + GNSS_STATUS_CHANNELS) return;
    const at = TIME_FIELDS + GNSS_STATUS_CHANNELS + view.getUint16(TIME_FIELDS + 2, true) + 14;
    if (at + 12 > view.byteLength) return;
    const week = view.getUint32(at, true);
    if (week === 0 || week > 10_000) return;
    this.week = week - this.#turns;
    const leap = view.getFloat64(at + 4, true);
    if (leap >= 0 && leap < 100) this.leap = leap;
  }
}
