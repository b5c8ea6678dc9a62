/** Bytes of a file from `start` on and before `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A range that is read at once for several spans, by their places in the list. */
export interface JoinedSpan extends Span {
  readonly of: readonly number[];
}

/** Bytes of a range that nobody needs, as a part of those that are needed. */
const MOST_WASTE = 0.1;
/** More at once would keep the first of its nodes waiting. */
const MOST_BYTES = 4_194_304;

/** Joins spans that lie near each other, so that few ranges are read and hardly a byte too many. */
export function joinSpans(spans: readonly Span[]): JoinedSpan[] {
  const joined: JoinedSpan[] = [];
  const inOrder = spans.map((span, at) => ({ ...span, at })).toSorted((a, b) => a.start - b.start);
  let needed = 0;
  for (const { start, end, at } of inOrder) {
    const last = joined.at(-1);
    const both = last && { start: last.start, end: Math.max(last.end, end) };
    const of = needed + end - start;
    if (
      last !== undefined &&
      both !== undefined &&
      both.end - both.start <= Math.min(MOST_BYTES, of * (1 + MOST_WASTE))
    ) {
      joined[joined.length - 1] = { ...both, of: [...last.of, at] };
      needed = of;
    } else {
      joined.push({ start, end, of: [at] });
      needed = end - start;
    }
  }
  return joined;
}
