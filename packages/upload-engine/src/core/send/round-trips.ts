/** A call that takes so much longer than the shortest one waited in a queue. */
const QUEUED_TIMES = 1.5;
const QUEUED_MS = 50;
/** A poor link may delay a call or two without being full. */
const FULL_MS = 3_000;

/**
 * How long calls of the API take that go the way of the posts. Where they wait behind what is posted the
 * link is full (LEDBAT, RFC 6817, tells it by the same sign).
 */
export class RoundTrips {
  #shortestMs = Infinity;
  #latest: { readonly began: number; readonly ms: number } | undefined;
  /** Since when each call waited in a queue, and until when. */
  #queued: { readonly since: number; readonly until: number } | undefined;

  answered(began: number, now: number): void {
    const ms = now - began;
    this.#shortestMs = Math.min(this.#shortestMs, ms);
    if (began >= (this.#latest?.began ?? -Infinity)) this.#latest = { began, ms };
    this.#queued = this.isFull ? { since: this.#queued?.since ?? now, until: now } : undefined;
  }

  /** Milliseconds; undefined until one was answered. */
  get shortestMs(): number | undefined {
    return this.#shortestMs === Infinity ? undefined : this.#shortestMs;
  }

  /** Whether the latest call waited in a queue. */
  get isFull(): boolean {
    return this.isQueued(-Infinity) === true;
  }

  /** Whether all calls of 3 s waited in a queue. */
  get isLastinglyFull(): boolean {
    const { since = 0, until = 0 } = this.#queued ?? {};
    return until - since >= FULL_MS;
  }

  /** Whether the latest call waited in one; undefined where none was begun since then. */
  isQueued(since: number): boolean | undefined {
    if (this.#latest === undefined || this.#latest.began < since) return undefined;
    return this.#latest.ms > QUEUED_TIMES * this.#shortestMs + QUEUED_MS;
  }
}
