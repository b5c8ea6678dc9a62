/** How much may be under way at once; at least one item is. */
export interface Ahead<T> {
  readonly items: number;
  readonly weight: number;
  readonly weightOf: (item: T) => number;
}

/**
 * Runs a task for each item, some of them at once, and answers their results in the items' order. After
 * a failure none begins, and it is thrown once those before it were answered and all others have ended.
 */
export async function* inTurn<T, R>(
  items: AsyncIterable<T>,
  ahead: Ahead<T>,
  task: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: { readonly result: Promise<R>; readonly weight: number }[] = [];
  let weight = 0;
  const first = (): Promise<R> => {
    const { result, weight: done } = running.shift()!;
    weight -= done;
    return result;
  };
  try {
    for await (const item of items) {
      const own = ahead.weightOf(item);
      while (running.length > 0 && (running.length >= ahead.items || weight + own > ahead.weight))
        yield await first();
      const result = task(item);
      // Its failure is thrown in its turn.
      result.catch(() => {});
      running.push({ result, weight: own });
      weight += own;
    }
    while (running.length > 0) yield await first();
  } finally {
    await Promise.allSettled(running.map(({ result }) => result));
  }
}
