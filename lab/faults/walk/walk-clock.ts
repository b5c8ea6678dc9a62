import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../../packages/upload-engine/src/ports/uploader-ports.ts";

interface Timer {
  readonly at: number;
  readonly serial: number;
  readonly task: () => void;
}

/** Turns of the event loop in which the followers of a finished call begin. */
const QUIET_TURNS = 3;

/** Virtual time beside real calls: it stands still while any call is under way. */
export class WalkClock {
  #now = 0;
  #serial = 0;
  #calls = 0;
  readonly #timers = new Set<Timer>();

  get now(): number {
    return this.#now;
  }

  after(milliseconds: number, task: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, milliseconds), serial: this.#serial++, task };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Makes a real call, in no virtual time. */
  async during<T>(call: () => Promise<T>): Promise<T> {
    this.#calls += 1;
    try {
      return await call();
    } finally {
      this.#calls -= 1;
    }
  }

  /** Settles when nothing is under way that is not waiting for virtual time. */
  async quiet(): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS;) {
      await setImmediate();
      turns = this.#calls === 0 ? turns + 1 : 0;
    }
  }

  /** Lets so many milliseconds pass, with every timer that is due in them. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      await this.quiet();
      const next = this.#first(end);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = next.at;
      next.task();
    }
    this.#now = end;
  }

  #first(end: number): Timer | undefined {
    const due = [...this.#timers].filter(({ at }) => at <= end);
    return due.reduce<Timer | undefined>((first, timer) => {
      if (first === undefined || timer.at < first.at) return timer;
      return timer.at === first.at && timer.serial < first.serial ? timer : first;
    }, undefined);
  }
}

/** What a page sees of the clock, while it lives; random numbers are a fixed sequence. */
export function pageClock(clock: WalkClock, isAlive: () => boolean): Clock {
  let seed = 1;
  return {
    now: () => clock.now,
    after: (milliseconds, task) => clock.after(milliseconds, () => void (isAlive() && task())),
    random: () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    },
  };
}
