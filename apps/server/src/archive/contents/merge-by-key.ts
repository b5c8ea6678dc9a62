import { compareKeys } from "../../platform/object-store/object-key.ts";

interface Keyed {
  readonly key: string;
}

/** What two streams hold under one key: at least one of them. */
export interface Pair<L, R> {
  readonly key: string;
  readonly left: L | undefined;
  readonly right: R | undefined;
}

/**
 * Walks two streams, each in the order of its keys (`compareKeys`), and pairs what has the same key.
 * Only one item of each is held.
 */
export async function* mergeByKey<L extends Keyed, R extends Keyed>(
  lefts: AsyncIterable<L>,
  rights: AsyncIterable<R>,
): AsyncGenerator<Pair<L, R>> {
  const [left, right] = [lefts[Symbol.asyncIterator](), rights[Symbol.asyncIterator]()];
  try {
    let [l, r] = [await take(left), await take(right)];
    while (l !== undefined || r !== undefined) {
      const order = l === undefined ? 1 : r === undefined ? -1 : compareKeys(l.key, r.key);
      yield {
        key: order > 0 ? r!.key : l!.key,
        left: order > 0 ? undefined : l,
        right: order < 0 ? undefined : r,
      };
      if (order <= 0) l = await take(left);
      if (order >= 0) r = await take(right);
    }
  } finally {
    await left.return?.();
    await right.return?.();
  }
}

async function take<T>(items: AsyncIterator<T>): Promise<T | undefined> {
  const { done, value } = await items.next();
  return done === true ? undefined : value;
}
