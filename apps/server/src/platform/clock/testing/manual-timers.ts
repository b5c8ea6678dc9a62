import type { Timers } from "../clock.ts";

interface Wait {
  readonly at: number;
  readonly milliseconds: number;
  readonly end: () => void;
}

/** Time that passes only when a test lets it. */
export class ManualTimers implements Timers {
  #now = 0;
  readonly #waits = new Set<Wait>();

  readonly now = (): number => this.#now;

  readonly wait = (milliseconds: number, ended?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        this.#waits.delete(wait);
        resolve();
      };
      const wait = { at: this.#now + milliseconds, milliseconds, end };
      this.#waits.add(wait);
      if (ended?.aborted === true) end();
      else ended?.addEventListener("abort", end, { once: true });
    });

  readonly after = (milliseconds: number, call: () => void): void =>
    void this.wait(milliseconds).then(call);

  /** How long each wait is that has not ended, ms. */
  get waiting(): readonly number[] {
    return [...this.#waits].map(({ milliseconds }) => milliseconds);
  }

  /** Lets time pass, a step at a time, until a promise settles. */
  async settle<T>(promise: Promise<T>, step: number): Promise<T> {
    const passing = setInterval(() => this.advance(step), 5);
    return promise.finally(() => clearInterval(passing));
  }

  /** Lets some milliseconds pass, and ends what waited no longer. */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
    for (const { at, end } of this.#waits) if (at <= this.#now) end();
  }
}
