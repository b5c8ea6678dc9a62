import { MOST_COUNTED } from "@swath/contract/filters";

/** Thousands set apart: `20,000`. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-GB");
}

/** A count with its noun: `1 file`, `20,000 files`. */
export function plural(count: number, singular: string, many = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : many}`;
}

/** The total of a list that counts its matches to 10,000: `9,999` or `more than 10,000`. */
export function formatTotal(total: number): string {
  return total > MOST_COUNTED ? `more than ${formatCount(MOST_COUNTED)}` : formatCount(total);
}

/** Such a total with its noun. */
export function pluralTotal(total: number, singular: string, many = `${singular}s`): string {
  return `${formatTotal(total)} ${total === 1 ? singular : many}`;
}

/** A percentage with 2 decimals, cut and not rounded: 100.00% is said only of what is complete. */
export function formatPercent(percent: number): string {
  const bounded = Math.min(100, Math.max(0, percent));
  // 29.29 * 100 is 2928.9999…: the tolerance keeps a value of 2 decimals as it is.
  return `${(Math.floor(bounded * 100 + 1e-6) / 100).toFixed(2)}%`;
}
