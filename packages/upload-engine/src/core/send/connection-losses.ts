/** A link that breaks takes all its connections with it, one after the other. */
const ONE_BREAK_MS = 5_000;
const MOST_BREAKS = 6;
/** A link that broke within this time from the first post on shows that it does. */
const TRIED_MS = 20_000;
/** After so many times the time between breaks they are over. */
const PASSED = 3;

/** When the connections of a link broke, those of one moment once. */
export class ConnectionLosses {
  /** When the first post began and connections broke. */
  #times: readonly number[] = [];

  began(now: number): void {
    if (this.#times.length === 0) this.#times = [now];
  }

  broken(now: number): void {
    if (now - (this.#times.at(-1) ?? -Infinity) >= ONE_BREAK_MS)
      this.#times = [...this.#times, now].slice(-MOST_BREAKS);
  }

  /** Mean milliseconds between two, or from the first post on; Infinity where none broke or they are over. */
  betweenMs(now: number): number {
    const [first, ...others] = this.#times;
    const last = others.at(-1);
    if (first === undefined || last === undefined) return Infinity;
    const mean = (last - first) / others.length;
    return now - last > PASSED * mean ? Infinity : mean;
  }

  /** Whether posts are under way for too short a time to know; as many breaks as are kept take longer. */
  areUntried(now: number): boolean {
    return now - (this.#times[0] ?? -Infinity) < TRIED_MS;
  }

  /** Whether connections break. */
  areKnown(now: number): boolean {
    return this.betweenMs(now) < Infinity;
  }
}
