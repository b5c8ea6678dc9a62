/** Connections of a pool now, and callers that wait for one. */
interface PoolCounts {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
  /** Most connections of the pool. */
  readonly most: number;
}

interface WatchedPool {
  readonly pool: string;
  /** The role of PostgreSQL that it connects as. */
  readonly role: string;
  readonly counts: () => PoolCounts;
}

/** What is read of a pool of `pg`. */
interface CountedPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max?: number | undefined };
}

/** As `pg` has it without an option. */
const USUAL_MOST = 10;

const countsOf = ({ totalCount, idleCount, waitingCount, options }: CountedPool): PoolCounts => ({
  used: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
  most: options.max ?? USUAL_MOST,
});

const roleOf = (url: string): string => new URL(url).username;

/** The pools of connections that this process has opened, for its metrics. */
export class PoolRegister {
  readonly #pools: WatchedPool[] = [];

  /** Answers what a pool is given to when it is opened on a database's address. */
  entry(pool: string, url: string): (opened: CountedPool) => void {
    return (opened) =>
      this.#pools.push({ pool, role: roleOf(url), counts: () => countsOf(opened) });
  }

  all(): readonly WatchedPool[] {
    return this.#pools;
  }
}
