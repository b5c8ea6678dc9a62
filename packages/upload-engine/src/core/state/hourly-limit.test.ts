import { expect, test } from "vitest";
import { rateAt } from "./upload-progress.ts";

const at = (hour: number, minute = 0): Date => new Date(2026, 10, 23, hour, minute);
const day = { bytesPerSecond: 5, hours: { from: 8 * 60, to: 18 * 60 } };
const night = { bytesPerSecond: 5, hours: { from: 22 * 60, to: 6 * 60 } };

test("a limit without hours always holds", () => {
  expect(rateAt({ bytesPerSecond: 5 }, at(3))).toBe(5);
  expect(rateAt(undefined, at(3))).toBeUndefined();
});

test.each([
  [day, 7, 59, undefined],
  [day, 8, 0, 5],
  [day, 17, 59, 5],
  [day, 18, 0, undefined],
  [night, 21, 59, undefined],
  [night, 22, 0, 5],
  [night, 5, 59, 5],
  [night, 6, 0, undefined],
])("%j holds at %i:%i: %s", (limit, hour, minute, rate) => {
  expect(rateAt(limit, at(hour, minute))).toBe(rate);
});
