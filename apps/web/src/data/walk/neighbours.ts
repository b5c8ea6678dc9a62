/** What is before and after a record in a list; undefined where there is none. */
export interface Neighbours<T> {
  readonly previous: T | undefined;
  readonly next: T | undefined;
}

/** A page of a list, and how many records there are on all pages. */
interface ListPage<T> {
  readonly items: readonly T[];
  readonly total: number;
}

interface Walk<T> {
  readonly read: (page: number) => Promise<ListPage<T>>;
  readonly isHere: (item: T) => boolean;
  /** Whether one stops there; everything unless given. */
  readonly isStop?: (item: T) => boolean;
  /** So many pages are read in search of it. */
  readonly mostPages: number;
}

/** The stops before and after a record among records; none where it is not among them. */
export function neighboursIn<T>(
  items: readonly T[],
  isHere: (item: T) => boolean,
  isStop: (item: T) => boolean = () => true,
): Neighbours<T> {
  const at = items.findIndex(isHere);
  if (at < 0) return { previous: undefined, next: undefined };
  return {
    previous: items.slice(0, at).findLast(isStop),
    next: items.slice(at + 1).find(isStop),
  };
}

/** The same in a list that is read page by page, until both are known. */
export async function findNeighbours<T>(walk: Walk<T>): Promise<Neighbours<T>> {
  const { read, isHere, isStop, mostPages } = walk;
  const items: T[] = [];
  let known: Neighbours<T> = { previous: undefined, next: undefined };
  for (let page = 1; page <= mostPages && known.next === undefined; page += 1) {
    const { items: more, total } = await read(page);
    items.push(...more);
    known = neighboursIn(items, isHere, isStop);
    if (more.length === 0 || items.length >= total) break;
  }
  return known;
}
