/** What posts started late, because nothing looked at them sooner, may catch up with, in seconds. */
const CREDIT_S = 2;

/**
 * Keeps the bytes of all posts within a rate, whichever connections they take.
 *
 * limit/R1 a post starts whole, and the next one when the rate has paid for it;
 * limit/R2 what nothing was sent in is no credit for later, but for 2 s;
 * limit/R3 the rate may change at any time; what is owed then is paid by the new one, and without a rate
 *    nothing is owed.
 */
export class RateLimit {
  /** Bytes a second; undefined for as many as the link takes. */
  readonly #rate: () => number | undefined;
  /** Bytes that are not paid for yet; below 0 for credit. */
  #owed = 0;
  /** Until when it was paid; milliseconds. */
  #paidAt = -Infinity;

  constructor(rate: () => number | undefined) {
    this.#rate = rate;
  }

  mayStart(now: number): boolean {
    this.#pay(now);
    return this.#owed <= 0;
  }

  started(bytes: number, now: number): void {
    this.#pay(now);
    if (this.#rate() !== undefined) this.#owed += bytes;
  }

  #pay(now: number): void {
    const rate = this.#rate();
    const seconds = (now - this.#paidAt) / 1_000;
    this.#paidAt = now;
    this.#owed =
      rate === undefined || seconds === Infinity
        ? 0
        : Math.max(-rate * CREDIT_S, this.#owed - rate * seconds);
  }
}
