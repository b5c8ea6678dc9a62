const PROGRESS_MS = 100;

/** Calls at most every 100 ms of a clock; the calls in between are left out. */
export function throttled<T extends unknown[]>(
  now: () => number,
  call: (...args: T) => void,
): (...args: T) => void {
  let last = -Infinity;
  return (...args) => {
    const at = now();
    if (at - last < PROGRESS_MS) return;
    last = at;
    call(...args);
  };
}
