import { afterEach, expect, test } from "vitest";
import { shiftClock } from "./shifted-clock.ts";

const HOUR_MS = 3_600_000;
afterEach(() => shiftClock(0));

test("a clock that is an hour wrong is wrong in every way to ask for now, and in nothing else", () => {
  const real = Date.now();
  shiftClock(-HOUR_MS);
  for (const shown of [Date.now(), new Date().getTime()])
    expect(Math.abs(shown - (real - HOUR_MS))).toBeLessThan(HOUR_MS / 2);
  expect(new Date(7).getTime()).toBe(7);
  expect(new Date()).toBeInstanceOf(Date);
  shiftClock(0);
  expect(Math.abs(Date.now() - real)).toBeLessThan(HOUR_MS / 2);
});
