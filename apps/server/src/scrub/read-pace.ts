import { setTimeout as sleep } from "node:timers/promises";

/** Less than this is not worth a timer, ms. */
const SHORTEST_WAIT_MS = 20;

/** Keeps reading to so many bytes a second, on the average from its beginning on. */
export class ReadPace {
  readonly #bytesPerSecond: number;
  readonly #now: () => number;
  /** When all that was taken so far may have been read, ms. */
  #due = 0;

  /** `now` gives milliseconds of a clock that only runs forward. */
  constructor(bytesPerSecond: number, now: () => number) {
    this.#bytesPerSecond = bytesPerSecond;
    this.#now = now;
  }

  /** Counts bytes that were read; answers how long to wait before the next, ms. */
  take(bytes: number): number {
    const now = this.#now();
    this.#due = Math.max(this.#due, now) + (bytes * 1_000) / this.#bytesPerSecond;
    const wait = this.#due - now;
    return wait < SHORTEST_WAIT_MS ? 0 : wait;
  }

  /** The same, and waits; rejects where the signal aborts. */
  async keep(bytes: number, signal: AbortSignal): Promise<void> {
    const wait = this.take(bytes);
    if (wait > 0) await sleep(wait, undefined, { signal });
  }
}
