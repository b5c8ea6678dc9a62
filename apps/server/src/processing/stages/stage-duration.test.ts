import { expect, test } from "vitest";
import { fitDuration, secondsFor } from "./eta.ts";

const GB = 1e9;
const ran = (gb: number, seconds: number) => ({ bytes: gb * GB, seconds });

test("a stage that never ran has no duration", () => {
  expect(fitDuration([])).toBeUndefined();
});

test("one run, or several that read equally much: the time grows as the bytes do", () => {
  expect(secondsFor(fitDuration([ran(2, 60)])!, 4 * GB)).toBe(120);
  expect(secondsFor(fitDuration([ran(2, 50), ran(2, 70)])!, 1 * GB)).toBe(30);
});

test("what a run takes whatever it reads is separated from what each gigabyte takes", () => {
  const duration = fitDuration([ran(1, 40), ran(2, 70), ran(5, 160)])!;
  expect(duration.seconds).toBeCloseTo(10, 9);
  expect(duration.secondsPerGB).toBeCloseTo(30, 9);
  // A small flight after large ones is not expected to take nothing.
  expect(secondsFor(duration, 0.001 * GB)).toBeCloseTo(10.03, 6);
});

test("neither part is below 0: larger runs that were faster, and a line that would begin below 0", () => {
  expect(fitDuration([ran(1, 50), ran(3, 30)])).toEqual({ seconds: 40, secondsPerGB: 0 });
  const steep = fitDuration([ran(1, 10), ran(2, 40)])!;
  expect(steep.seconds).toBe(0);
  expect(steep.secondsPerGB).toBeCloseTo(18, 9);
  expect(fitDuration([ran(0, 3), ran(0, 5)])).toEqual({ seconds: 4, secondsPerGB: 0 });
});
