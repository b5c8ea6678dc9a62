import type { HourlyLimit } from "@swath/upload-engine";

const MB = 1_000_000;
const two = (value: number): string => String(value).padStart(2, "0");

/** `08:05` of minutes of the day. */
const timeText = (minutes: number): string =>
  `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

/** Minutes of the day of `08:05`; undefined where it is no time. */
function minutesOf(time: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/** A limit as people read it. */
export function limitText(limit: HourlyLimit | undefined): string {
  if (limit === undefined) return "No limit";
  const rate = `Limit ${limit.bytesPerSecond / MB} MB/s`;
  if (limit.hours === undefined) return rate;
  return `${rate}, ${timeText(limit.hours.from)}–${timeText(limit.hours.to)}`;
}

/** What is typed into the form. */
export interface LimitForm {
  /** Megabytes a second. */
  readonly rate: string;
  readonly isHourly: boolean;
  readonly from: string;
  readonly to: string;
}

export function formOf(limit: HourlyLimit | undefined): LimitForm {
  const { from, to } = limit?.hours ?? { from: 8 * 60, to: 18 * 60 };
  return {
    rate: limit === undefined ? "" : String(limit.bytesPerSecond / MB),
    isHourly: limit?.hours !== undefined,
    from: timeText(from),
    to: timeText(to),
  };
}

/** Less is no rate that an upload ends with. */
export const LEAST_MB = 0.05;

/** The limit that a form says; undefined where it says none yet. */
export function limitOf({ rate, isHourly, from, to }: LimitForm): HourlyLimit | undefined {
  const megabytes = Number(rate);
  if (rate.trim() === "" || !(megabytes >= LEAST_MB)) return undefined;
  const bytesPerSecond = Math.round(megabytes * MB);
  if (!isHourly) return { bytesPerSecond };
  const hours = { from: minutesOf(from), to: minutesOf(to) };
  if (hours.from === undefined || hours.to === undefined || hours.from === hours.to)
    return undefined;
  return { bytesPerSecond, hours: { from: hours.from, to: hours.to } };
}
