import { setImmediate } from "node:timers/promises";
import type { Clock } from "../ports/uploader-ports.ts";

interface Timer {
  readonly at: number;
  readonly serial: number;
  readonly task: () => void;
}

/** A clock that moves only when it is advanced; its random numbers are a fixed sequence. */
export class VirtualClock implements Clock {
  #now = 0;
  #serial = 0;
  #seed = 1;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, task: () => void): () => void {
    const timer = { at: this.#now + milliseconds, serial: this.#serial++, task };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  random(): number {
    this.#seed = (this.#seed * 48_271) % 2_147_483_647;
    return this.#seed / 2_147_483_647;
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(milliseconds, resolve);
    });
  }

  /** Timers that wait. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Lets milliseconds pass, with every timer that is due in them. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await setImmediate();
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#now = next.at;
      next.task();
      await setImmediate();
    }
    this.#now = end;
  }

  /** Lets time pass until a condition holds; throws after `limit` milliseconds of virtual time. */
  async until(condition: () => boolean, limit = 3_600_000): Promise<void> {
    const end = this.#now + limit;
    await setImmediate();
    while (!condition()) {
      const next = this.#next(end);
      if (next === undefined) throw new Error(`not within ${limit} ms of virtual time`);
      await this.advance(next.at - this.#now);
    }
  }

  /** Lets time pass until a promise settles, and returns it. */
  async settle<T>(promise: Promise<T>): Promise<T> {
    let settled = false;
    const note = (): void => {
      settled = true;
    };
    promise.then(note, note);
    await this.until(() => settled);
    return promise;
  }

  #next(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers)
      if (
        timer.at <= end &&
        (first === undefined ||
          timer.at < first.at ||
          (timer.at === first.at && timer.serial < first.serial))
      )
        first = timer;
    return first;
  }
}
