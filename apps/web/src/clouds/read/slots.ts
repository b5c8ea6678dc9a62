/** Lets so many tasks run at a time; others wait, the latest first: it is what somebody looks at now. */
export function slots(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.pop();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
