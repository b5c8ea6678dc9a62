import type { Clock, Page } from "../../ports/uploader-ports.ts";

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/** Milliseconds before a repetition (the first is attempt 1): 1 s doubling to 30 s, half of it jitter. */
export function backOff(attempt: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 10));
  return full / 2 + (full / 2) * random;
}

/** Settles after so many milliseconds, or as soon as the signal aborts. */
export function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      cancel();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.after(milliseconds, end);
    signal.addEventListener("abort", end, { once: true });
  });
}

/** Settles after the back-off of an attempt, at once when the network comes back or the signal aborts. */
export function waitForNetwork(
  ports: { readonly clock: Clock; readonly page: Page },
  attempt: number,
  signal: AbortSignal,
): Promise<void> {
  const early = new AbortController();
  const stop = (): void => early.abort();
  const endListening = ports.page.onOnline(stop);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  return pause(ports.clock, backOff(attempt, ports.clock.random()), early.signal).finally(() => {
    endListening();
    signal.removeEventListener("abort", stop);
  });
}
