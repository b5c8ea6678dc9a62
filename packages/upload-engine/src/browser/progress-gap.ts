/** Any shorter gap may be the link's own: on a full one a socket's buffer is free again in steps of up to 0.7 s. */
const LEAST_GAP_MS = 1_000;
/** How far the pace may have changed meanwhile. */
const TIMES = 2;

/**
 * The longest time in which a post handed over nothing more. Where a browser sends a body again by itself,
 * it tells of no progress until it is past what it had told of before: the gap is as long as it takes to
 * send these bytes.
 */
export class ProgressGap {
  readonly #began: number;
  #bytes = 0;
  #at: number;
  #longest = { ms: 0, bytes: 0 };

  /** In milliseconds. */
  constructor(began: number) {
    this.#began = began;
    this.#at = began;
  }

  progress(bytes: number, now: number): void {
    const ms = now - this.#at;
    if (this.#bytes > 0 && ms > this.#longest.ms) this.#longest = { ms, bytes: this.#bytes };
    this.#bytes = bytes;
    this.#at = now;
  }

  /** Whether the gap is about as long as all bytes before it take at the pace of the other time. */
  get looksResent(): boolean {
    const { ms, bytes } = this.#longest;
    if (ms < LEAST_GAP_MS) return false;
    const againMs = (bytes * (this.#at - this.#began - ms)) / this.#bytes;
    return ms >= againMs / TIMES && ms <= againMs * TIMES;
  }
}
