/**
 * Runs a task for each item, and begins each while the one before runs: its turn comes once that has
 * ended, and rejects where it failed. No two run in their turns at once.
 */
export async function oneAhead<T>(
  items: readonly T[],
  run: (item: T, turn: Promise<void>) => Promise<void>,
): Promise<void> {
  let before: Promise<void> = Promise.resolve();
  for (const item of items) {
    const task = run(item, before);
    // It has the failure of the one before as its own.
    task.catch(() => {});
    try {
      await before;
    } catch (error) {
      await task.catch(() => {});
      throw error;
    }
    before = task;
  }
  await before;
}
