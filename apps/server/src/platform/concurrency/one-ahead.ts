import type { Readable } from "node:stream";

/**
 * The streams of some sources in turn, each with its source; the next one is opened while one is read,
 * so that reading many short ones does not wait for each to be opened. One that was opened and is not
 * reached is closed; a failure to open is its reader's to see.
 */
export function* openAhead<T>(
  sources: readonly T[],
  open: (source: T) => Promise<Readable>,
): Generator<[T, Promise<Readable>]> {
  let ahead: Promise<Readable> | undefined;
  try {
    for (const [index, source] of sources.entries()) {
      const opened = ahead ?? open(source);
      const next = sources[index + 1];
      ahead = next === undefined ? undefined : open(next);
      // Who reads it may come later than its failure.
      ahead?.catch(() => {});
      yield [source, opened];
    }
  } finally {
    ahead?.then(
      (stream) => stream.destroy(),
      () => {},
    );
  }
}

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
