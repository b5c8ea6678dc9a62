/** A piece takes about 10 s and lands at once: a shorter span would hold none or one by chance. */
const SPAN_MS = 20_000;
const LEAST_SPANS = 2;
const MOST_SPANS = 5;

/** How many source bytes the store had acknowledged at a moment of the clock, in milliseconds. */
export interface Acknowledged {
  readonly at: number;
  readonly bytes: number;
}

/** Seconds; without a most where part of the time just measured carried nothing. */
export interface TimeLeft {
  readonly leastSeconds: number;
  readonly mostSeconds?: number;
}

/**
 * The time an upload still needs, from the spread of the acknowledged pace.
 *
 * left/L1 the pace is measured over spans of 20 s, the latest 5, back from the latest record;
 * left/L2 with fewer than 2 spans, or none that carried anything, nothing is said;
 * left/L3 the fastest span gives the least, the slowest the most;
 * left/L4 a span that carried nothing leaves the most open.
 *
 * `history` is in order of time; undefined where nothing can be said.
 */
export function timeLeft(
  history: readonly Acknowledged[],
  remainingBytes: number,
): TimeLeft | undefined {
  const paces = spanPaces(history);
  const fastest = Math.max(0, ...paces);
  if (paces.length < LEAST_SPANS || fastest === 0) return undefined;
  const slowest = Math.min(...paces);
  const leastSeconds = remainingBytes / fastest;
  return slowest === 0 ? { leastSeconds } : { leastSeconds, mostSeconds: remainingBytes / slowest };
}

/** left/L1 Bytes a second of each span, the latest first. */
function spanPaces(history: readonly Acknowledged[]): number[] {
  const paces: number[] = [];
  let end = history.at(-1);
  for (const record of history.toReversed()) {
    if (end === undefined || paces.length === MOST_SPANS) break;
    const milliseconds = end.at - record.at;
    if (milliseconds < SPAN_MS) continue;
    paces.push((Math.max(0, end.bytes - record.bytes) * 1000) / milliseconds);
    end = record;
  }
  return paces;
}

/** Longest time of which records are of use, in milliseconds: a late one ends its span late. */
export const HISTORY_MS = (MOST_SPANS + 1) * SPAN_MS;
