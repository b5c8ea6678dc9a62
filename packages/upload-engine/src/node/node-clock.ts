import type { Clock } from "../ports/clock.ts";

/** Node's own timers and monotonic clock. */
export const nodeClock: Clock = {
  now: () => performance.now(),
  random: () => Math.random(),
  after: (milliseconds, task) => {
    const timer = setTimeout(task, milliseconds);
    return () => clearTimeout(timer);
  },
};
