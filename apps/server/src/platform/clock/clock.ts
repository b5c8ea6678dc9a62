import { setTimeout as sleep } from "node:timers/promises";

/** The present, injected so that tests may set it. */
export type Clock = () => Date;
export const systemClock: Clock = () => new Date();
/** Milliseconds of a clock that only runs forward. */
export const monotonicClock = (): number => performance.now();

/** Passing time, injected so that tests need not let it pass: for leases, polls, sweeps and back-offs. */
export interface Timers {
  /** Milliseconds of a clock that only runs forward. */
  readonly now: () => number;
  /** Ends after some milliseconds, or once the signal aborts. */
  readonly wait: (milliseconds: number, ended?: AbortSignal) => Promise<void>;
  /** Calls after some milliseconds, unless the process ends before. */
  readonly after: (milliseconds: number, call: () => void) => void;
}

export const systemTimers: Timers = {
  now: monotonicClock,
  wait: (milliseconds, ended) =>
    sleep(milliseconds, undefined, ended && { signal: ended }).catch(() => undefined),
  after: (milliseconds, call) => void setTimeout(call, milliseconds).unref(),
};
