/** How long a count that took long is remembered, in times of what it took. */
const REMEMBERED_TIMES = 20;
const QUICK_MS = 50;
const MOST_MS = 30_000;
const MOST_ENTRIES = 500;

interface Entry {
  readonly count: Promise<number>;
  until: number;
}

/**
 * Remembers counts that are slow to come by, each in proportion to its cost, so that pages polled
 * by many do not count a million rows again and again. Quick counts are always fresh.
 */
export function createCountMemory(now: () => number) {
  const entries = new Map<string, Entry>();

  function forget(): void {
    for (const [key, entry] of entries) if (entry.until <= now()) entries.delete(key);
    const oldest = entries.keys().next();
    if (entries.size >= MOST_ENTRIES && oldest.done !== true) entries.delete(oldest.value);
  }

  async function measured(key: string, count: () => Promise<number>): Promise<number> {
    const started = now();
    try {
      const result = await count();
      const took = now() - started;
      const entry = entries.get(key);
      if (took < QUICK_MS) entries.delete(key);
      else if (entry !== undefined)
        entry.until = now() + Math.min(MOST_MS, took * REMEMBERED_TIMES);
      return result;
    } catch (error) {
      entries.delete(key);
      throw error;
    }
  }

  return (key: string, count: () => Promise<number>): Promise<number> => {
    const known = entries.get(key);
    if (known !== undefined && known.until > now()) return known.count;
    forget();
    const entry: Entry = { count: Promise.resolve(0), until: Infinity };
    entries.set(key, entry);
    const running = measured(key, count);
    entries.set(key, Object.assign(entry, { count: running }));
    return running;
  };
}
