import { serveCalls } from "@swath/worker-rpc";

/** Timers of a worker are not slowed down in a background tab, as the page's own are. */
export interface TimerCalls {
  /** Answers after this time, or at once when it is cancelled. */
  sleep(input: { readonly timer: number; readonly milliseconds: number }): void;
  cancel(timer: number): void;
}

const timers = new Map<number, () => void>();

serveCalls<TimerCalls>({
  sleep: ({ timer, milliseconds }) =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timeout);
        timers.delete(timer);
        resolve();
      };
      const timeout = setTimeout(end, milliseconds);
      timers.set(timer, end);
    }),
  cancel: (timer) => timers.get(timer)?.(),
});
