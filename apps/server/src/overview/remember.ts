/**
 * Remembers an answer for so many milliseconds, for everybody who asks in this process: those who ask
 * while it is read wait for that reading. A reading that failed is not remembered.
 */
export function remembered<T>(
  ms: number,
  now: () => number,
  read: () => Promise<T>,
): () => Promise<T> {
  let answer: Promise<T> | undefined;
  let until = -Infinity;
  return () => {
    if (answer !== undefined && now() < until) return answer;
    const reading = read();
    answer = reading;
    until = now() + ms;
    reading.catch(() => {
      if (answer === reading) answer = undefined;
    });
    return reading;
  };
}
