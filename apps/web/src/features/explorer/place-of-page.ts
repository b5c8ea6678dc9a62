import { formatCount, plural } from "../../ui/format/count.ts";

export interface PageState {
  /** From 0. */
  readonly page: number;
  readonly isLast: boolean;
  /** Entries of this page, and of all before it. */
  readonly shown: number;
  readonly before: number;
  /** What the folder holds as far as is known; exact on its last page. */
  readonly total: number;
}

/** `301–600 of about 1,000,000`, `of more than 600` where nothing is known beyond, or `12 items`. */
export function placeOfPage({ page, isLast, shown, before, total }: PageState): string {
  const last = before + shown;
  if (page === 0 && isLast) return plural(last, "item");
  const range = `${formatCount(before + 1)}–${formatCount(last)}`;
  if (isLast) return `${range} of ${formatCount(last)}`;
  return total <= last + 1
    ? `${range} of more than ${formatCount(last)}`
    : `${range} of about ${formatCount(total)}`;
}
