/**
 * Remembers answers, and those under way, until the version changes; asks each time while it is
 * unknown. An answer that a change overtook is given to whoever waits for it, and to nobody after.
 */
export function createVersionMemory<T>(version: () => number | undefined, most: number) {
  const answers = new Map<string, Promise<T>>();
  let of: number | undefined;
  return (key: string, ask: () => Promise<T>): Promise<T> => {
    const now = version();
    if (now !== of || answers.size >= most) answers.clear();
    of = now;
    if (now === undefined) return ask();
    const known = answers.get(key);
    if (known !== undefined) return known;
    const asked = ask();
    answers.set(key, asked);
    asked.catch(() => {
      if (answers.get(key) === asked) answers.delete(key);
    });
    return asked;
  };
}
