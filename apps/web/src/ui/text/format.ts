import { MOST_COUNTED } from "@swath/contract/filters";
import { formatBytes as bytesInEnglish } from "@swath/contract/bytes";
import { locale, translator } from "../language/language.ts";

/** Digits with a decimal point, as the person's language writes them. */
const inLanguage = (digits: string): string =>
  digits.replace(".", (0.5).toLocaleString(locale).charAt(1));

/** Bytes: `12.50 MB`. */
export const formatBytes = (bytes: number): string => inLanguage(bytesInEnglish(bytes));

/** Bytes per second: `12.50 MB/s`. */
export function formatSpeed(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond)}/s`;
}

/**
 * Instants as people read them, by one rule everywhere: ISO order (document 3, section 9: sv-SE) with
 * the zone behind it. UTC, except where the specification says local time (the explorer).
 */
type Instant = string | number;

/** `08` of 8. */
export const twoDigits = (n: number): string => String(n).padStart(2, "0");
const isoOf = (at: Instant): string => new Date(at).toISOString();

/** The day in UTC: `2026-03-14`. */
export function utcDay(at: Instant): string {
  return isoOf(at).slice(0, 10);
}

/** To the minute in UTC: `2026-03-14 01:22 UTC`. */
export function utcMinute(at: Instant): string {
  return `${isoOf(at).slice(0, 16).replace("T", " ")} UTC`;
}

/** From one minute to another, the day once where it is one: `2026-03-14 01:22–02:05 UTC`. */
export function utcRange(from: Instant, to: Instant): string {
  if (utcDay(from) !== utcDay(to)) return `${utcMinute(from)} – ${utcMinute(to)}`;
  return `${isoOf(from).slice(0, 16).replace("T", " ")}–${utcTimeOfDay(to).replace(/:\d\d /, " ")}`;
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
  return `${minutes < 0 ? "-" : "+"}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

/** A duration by its two largest units, to the second: `5 s`, `1 min 05 s`, `2 h 05 min`. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60)
    return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${twoDigits(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} min`;
}

/** Thousands set apart: `20,000`. */
export function formatCount(count: number): string {
  // The first number that is written in a language's way takes several milliseconds.
  return Number.isInteger(count) && Math.abs(count) < 1_000
    ? String(count)
    : count.toLocaleString(locale);
}

/**
 * A count with its noun: `1 file`, `20,000 files`. A noun that another language has several words for
 * is told by its sense, such as `of a log`.
 */
export function plural(
  count: number,
  singular: string,
  many = `${singular}s`,
  sense?: string,
): string {
  return `${formatCount(count)} ${nounFor(count, singular, many, sense)}`;
}

function nounFor(count: number, singular: string, many: string, sense?: string): string {
  const key = sense === undefined ? singular : `${singular} (${sense})`;
  return translator.counted(count, key) ?? (count === 1 ? singular : many);
}

/** The total of a list that counts its matches to 10,000: `9,999` or `more than 10,000`. */
export function formatTotal(total: number): string {
  return total > MOST_COUNTED ? `more than ${formatCount(MOST_COUNTED)}` : formatCount(total);
}

/** Such a total with its noun. */
export function pluralTotal(total: number, singular: string, many = `${singular}s`): string {
  return `${formatTotal(total)} ${nounFor(total, singular, many)}`;
}

/** A percentage with 2 decimals, cut and not rounded: 100.00% is said only of what is complete. */
export function formatPercent(percent: number): string {
  const bounded = Math.min(100, Math.max(0, percent));
  // 29.29 * 100 is 2928.9999…: the tolerance keeps a value of 2 decimals as it is.
  return `${inLanguage((Math.floor(bounded * 100 + 1e-6) / 100).toFixed(2))}%`;
}
