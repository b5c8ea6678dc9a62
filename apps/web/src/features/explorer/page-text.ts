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

const count = (n: number): string => n.toLocaleString("en-GB");

/** `301–600 of about 1,000,000`, `of more than 600` where nothing is known beyond, or `12 items`. */
export function placeOfPage({ page, isLast, shown, before, total }: PageState): string {
  const told = before + shown;
  if (page === 0 && isLast) return `${count(told)} ${told === 1 ? "item" : "items"}`;
  const range = `${count(before + 1)}–${count(told)}`;
  if (isLast) return `${range} of ${count(told)}`;
  return total <= told + 1
    ? `${range} of more than ${count(told)}`
    : `${range} of about ${count(total)}`;
}
