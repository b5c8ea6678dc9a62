import { formatBytes } from "../../ui/bytes.ts";

export function formatSpeed(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond)}/s`;
}

/** A percentage with 2 decimals, truncated, not rounded: only what is complete shows 100.00%. */
export function formatPercent(percent: number): string {
  const bounded = Math.min(100, Math.max(0, percent));
  // 29.29 * 100 is 2928.9999…: the tolerance keeps a value of 2 decimals as it is.
  return `${(Math.floor(bounded * 100 + 1e-6) / 100).toFixed(2)}%`;
}

/** `n of m`, or NA of a file that is sent whole. */
export function formatPart(part: number | undefined, parts: number): string {
  return part === undefined ? "NA" : `${part} of ${parts}`;
}

export function formatCount(count: number): string {
  return count.toLocaleString("en-GB");
}

const instant = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  day: "2-digit",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

/** An ISO instant as `21 Nov 2026, 09:54:32 UTC`. */
export function formatUtc(iso: string): string {
  return `${instant.format(new Date(iso))} UTC`;
}

export function plural(count: number, singular: string, many = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : many}`;
}
