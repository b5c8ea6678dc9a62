import pMap from "p-map";

/**
 * Runs a task for each item, so many at once. The first failure, of a task or of the items
 * themselves, begins no further one and is thrown after those under way have ended: nothing goes on
 * behind the caller's back.
 */
export async function forEachConcurrently<T>(
  items: AsyncIterable<T> | Iterable<T>,
  concurrency: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  async function* untilFailure(): AsyncGenerator<T> {
    try {
      for await (const item of items) {
        if (failures.length > 0) return;
        yield item;
      }
    } catch (error) {
      failures.push(error);
    }
  }
  const run = (item: T): Promise<unknown> =>
    task(item).catch((error: unknown) => failures.push(error));
  await pMap(untilFailure(), run, { concurrency });
  if (failures.length > 0) throw failures[0];
}
