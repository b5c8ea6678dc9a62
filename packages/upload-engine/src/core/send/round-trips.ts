/** A call that takes so much longer than the shortest one waited in a queue. */
const QUEUED_TIMES = 1.5;
const QUEUED_MS = 50;
/** A poor link may delay a call or two without being full, and a full one may be idle for a moment. */
const FULL_MS = 3_000;
const FREE_MS = 1_000;

/**
 * How long calls of the API take that go the way of the posts. Where they wait behind what is posted the
 * link is full (LEDBAT, RFC 6817, tells it by the same sign).
 */
export class RoundTrips {
  #shortestMs = Infinity;
  #latest: { readonly began: number; readonly ms: number } | undefined;
  /** Since when each call waited in a queue, or none did, and until when. */
  #alike = { isFull: false, since: 0, until: 0 };

  answered(began: number, now: number): void {
    const ms = now - began;
    this.#shortestMs = Math.min(this.#shortestMs, ms);
    if (began >= (this.#latest?.began ?? -Infinity)) this.#latest = { began, ms };
    const { isFull } = this;
    const since = isFull === this.#alike.isFull ? this.#alike.since : now;
    this.#alike = { isFull, since, until: now };
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
    const { isFull, since, until } = this.#alike;
    return isFull && until - since >= FULL_MS;
  }

  /** Whether no call of a second did. */
  get isLastinglyFree(): boolean {
    const { isFull, since, until } = this.#alike;
    return !isFull && until - since >= FREE_MS;
  }

  /** Whether no call that was begun within so many milliseconds was answered. */
  isOlderThan(ms: number, now: number): boolean {
    return now - (this.#latest?.began ?? -Infinity) > ms;
  }

  /** Whether the latest call waited in one; undefined where none was begun since then. */
  isQueued(since: number): boolean | undefined {
    if (this.#latest === undefined || this.#latest.began < since) return undefined;
    return this.#latest.ms > QUEUED_TIMES * this.#shortestMs + QUEUED_MS;
  }
}
