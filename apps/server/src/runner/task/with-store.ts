import { AppError } from "@swath/contract/errors";
import { systemTimers, type Timers } from "../../platform/clock/clock.ts";

const FIRST_WAIT_MS = 200;
const MOST_WAIT_MS = 15_000;

const isAway = (error: unknown): boolean =>
  error instanceof AppError && error.code === "STORE_UNAVAILABLE";

/**
 * Calls the store until it answers: while it is unavailable the call is tried again, for so long in
 * all; then its error is thrown. Aborting ends the wait.
 */
export async function withStore<T>(
  call: () => Promise<T>,
  {
    storeSeconds,
    signal,
    timers = systemTimers,
  }: { storeSeconds: number; signal: AbortSignal; timers?: Timers },
): Promise<T> {
  const deadline = timers.now() + storeSeconds * 1_000;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, MOST_WAIT_MS)) {
    try {
      return await call();
    } catch (error) {
      const left = deadline - timers.now();
      if (!isAway(error) || left <= 0) throw error;
      await timers.wait(Math.min(wait, left), signal);
      signal.throwIfAborted();
    }
  }
}
