import { expect, test } from "vitest";
import { SpeedMeter } from "./speed-meter.ts";

function meterOf(...samples: readonly number[]): number {
  const meter = new SpeedMeter();
  for (const sample of samples) meter.add(sample);
  return meter.bytesPerSecond;
}

test("the speed is the mean of the last ten samples", () => {
  expect(meterOf(1000, ...Array.from({ length: 10 }, () => 20))).toBe(20);
  expect(meterOf(10, 30)).toBe(20);
});

test("zero samples are left out unless all are zero", () => {
  expect(meterOf(10, 0, 0, 30)).toBe(20);
  expect(meterOf(0, 0)).toBe(0);
  expect(meterOf()).toBe(0);
  expect(meterOf(50, ...Array.from({ length: 10 }, () => 0))).toBe(0);
});

test("a part that starts anew does not make the speed negative", () => {
  expect(meterOf(-500, 100)).toBe(100);
});
