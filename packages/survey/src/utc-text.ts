/** The last instant that a `Date` can show; files may state any. */
const LATEST_MS = 8.64e15;

const isoText = (ms: number): string =>
  new Date(Math.min(Math.max(ms, -LATEST_MS), LATEST_MS)).toISOString();

/** An instant in UTC as `2026-03-14`. */
export const dayText = (ms: number): string => isoText(ms).split("T", 1)[0]!;

/** An instant in UTC as `01:10`. */
export function clockText(ms: number): string {
  const text = isoText(ms);
  const time = text.indexOf("T") + 1;
  return text.slice(time, time + 5);
}

/** An instant in UTC as `2026-03-14 01:10 UTC`, as everywhere on the screens. */
export const utcText = (ms: number): string => `${dayText(ms)} ${clockText(ms)} UTC`;

/** `2026-03-14 01:10 – 04:10 UTC`, with the second day where it is another. */
export function spanText({ start, end }: { readonly start: number; readonly end: number }): string {
  const [from, to] = [dayText(start), dayText(end)];
  return `${from} ${clockText(start)} – ${from === to ? "" : `${to} `}${clockText(end)} UTC`;
}
