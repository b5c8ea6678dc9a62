import { formatCount, plural } from "../ui/format/count.ts";

export interface PageState {
  /** From 1. */
  readonly page: number;
  readonly isLast: boolean;
  /** Entries of this page, and of all before it. */
  readonly shown: number;
  readonly before: number;
  /** What the folder holds as far as is known; exact on its last page. */
  readonly total: number;
  /** Whether the total is exact on every page. */
  readonly isExactTotal: boolean;
}

/** `301–600 of about 1,000,000`, `of more than 600` where nothing is known beyond, or `12 items`. */
export function placeOfPage({ isExactTotal, ...state }: PageState): string {
  const { page, isLast, shown, before, total } = state;
  const last = before + shown;
  if (page === 1 && isLast) return plural(last, "item");
  const isExact = isLast || isExactTotal;
  const range = `${formatCount(before + 1)}–${formatCount(last)}`;
  if (isExact) return `${range} of ${formatCount(isLast ? last : total)}`;
  return total <= last + 1
    ? `${range} of more than ${formatCount(last)}`
    : `${range} of about ${formatCount(total)}`;
}
