/** How long a count that took long is remembered while changes go unnoticed, in times of what it took. */
const REMEMBERED_TIMES = 20;
const QUICK_MS = 50;
const MOST_MS = 30_000;
const MOST_ENTRIES = 500;

interface Entry {
  readonly count: Promise<number>;
  /** At which it was begun. */
  readonly version: number | undefined;
  until: number;
}

/**
 * Caches counts, so that pages polled by many do not count a million rows again and again. While
 * the version follows every change, a count is exact and lasts until the next one. While it is
 * unknown, quick counts are always fresh and slow ones last in proportion to their cost.
 */
export function createCountCache(now: () => number, version: () => number | undefined) {
  const entries = new Map<string, Entry>();
  const current = (entry: Entry): boolean => {
    const known = version();
    return known === undefined ? entry.until > now() : entry.version === known;
  };

  function forget(): void {
    for (const [key, entry] of entries) if (!current(entry)) entries.delete(key);
    const oldest = entries.keys().next();
    if (entries.size >= MOST_ENTRIES && oldest.done !== true) entries.delete(oldest.value);
  }

  async function measured(key: string, count: () => Promise<number>): Promise<number> {
    const started = now();
    try {
      const result = await count();
      const took = now() - started;
      const entry = entries.get(key);
      if (entry !== undefined)
        entry.until = took < QUICK_MS ? 0 : now() + Math.min(MOST_MS, took * REMEMBERED_TIMES);
      return result;
    } catch (error) {
      entries.delete(key);
      throw error;
    }
  }

  return (key: string, count: () => Promise<number>): Promise<number> => {
    const known = entries.get(key);
    if (known !== undefined && current(known)) return known.count;
    forget();
    const entry: Entry = { count: Promise.resolve(0), version: version(), until: Infinity };
    entries.set(key, entry);
    const running = measured(key, count);
    entries.set(key, Object.assign(entry, { count: running }));
    return running;
  };
}

/**
 * Remembers answers, and those under way, until the version changes; reads each time while it is
 * unknown. An answer that a change overtook is given to those who wait for it, and not kept.
 */
export function createVersionCache<T>(version: () => number | undefined, most: number) {
  const answers = new Map<string, Promise<T>>();
  let of: number | undefined;
  return (key: string, read: () => Promise<T>): Promise<T> => {
    const now = version();
    if (now !== of || answers.size >= most) answers.clear();
    of = now;
    if (now === undefined) return read();
    const known = answers.get(key);
    if (known !== undefined) return known;
    const reading = read();
    answers.set(key, reading);
    reading.catch(() => {
      if (answers.get(key) === reading) answers.delete(key);
    });
    return reading;
  };
}
