const RealDate = Date;

/** From now on this process takes the time of day as so many milliseconds later, or earlier. */
export function shiftClock(ms: number): void {
  const now = (): number => RealDate.now() + ms;
  globalThis.Date = new Proxy(RealDate, {
    construct: (date, words: unknown[]) =>
      Reflect.construct(date, words.length === 0 ? [now()] : words) as Date,
    get: (date, name) => (name === "now" ? now : (Reflect.get(date, name) as unknown)),
  });
}
