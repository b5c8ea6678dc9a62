/** Figures of many equal calls. */
export interface Figures {
  /** Calls a second. */
  readonly rate: number;
  /** Milliseconds that half of the calls stay below … */
  readonly p50: number;
  /** … and 99 of a hundred. */
  readonly p99: number;
}

export function figuresOf(milliseconds: readonly number[], seconds: number): Figures {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return { rate: sorted.length / seconds, p50: at(0.5), p99: at(0.99) };
}
