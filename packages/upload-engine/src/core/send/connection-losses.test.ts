import { expect, test } from "vitest";
import { ConnectionLosses } from "./connection-losses.ts";

test("breaks are known until three times their mean distance has passed", () => {
  const breaks = new ConnectionLosses();
  expect(breaks.areKnown(1_000)).toBe(false);
  for (const at of [0, 30_000, 60_000]) breaks.broken(at);
  expect(breaks.betweenMs(61_000)).toBe(30_000);
  expect(breaks.areKnown(150_000)).toBe(true);
  expect(breaks.areKnown(150_001)).toBe(false);
});

test("connections that break within 5 s are one break, and the first post begins the time before it", () => {
  const breaks = new ConnectionLosses();
  breaks.began(10_000);
  breaks.began(20_000);
  expect(breaks.areKnown(30_000)).toBe(false);
  for (const at of [40_000, 41_000, 44_999]) breaks.broken(at);
  expect(breaks.betweenMs(45_000)).toBe(30_000);
});
