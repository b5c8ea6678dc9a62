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
