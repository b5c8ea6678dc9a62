/** A page that is being reloaded lets go at once; another tab does not. */
const TRIES = 15;
const TRY_MS = 100;

/**
 * Runs the work while no other tab of this browser runs any of that name, until the work has ended.
 * False where another one does. What counts is how often that was asked, not how long: a busy browser
 * answers late.
 */
export async function inOneTab(
  name: string,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<boolean> {
  for (let tries = 0; tries < TRIES && !signal.aborted; tries++) {
    const isDone = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await work();
      return lock !== null;
    });
    if (isDone) return true;
    await new Promise((tried) => setTimeout(tried, TRY_MS));
  }
  return false;
}
