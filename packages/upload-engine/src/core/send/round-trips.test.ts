import { expect, test } from "vitest";
import { RoundTrips } from "./round-trips.ts";

test("of calls that overlap the one that was begun last says whether there is a queue", () => {
  const calls = new RoundTrips();
  calls.answered(0, 60);
  calls.answered(2_000, 2_060);
  calls.answered(1_000, 2_200);
  expect(calls.isQueued(0)).toBe(false);
  expect(calls.shortestMs).toBe(60);
});

test("a call that takes half as long again as the shortest and 50 ms does not wait, a longer one does", () => {
  const calls = new RoundTrips();
  expect(calls.isQueued(0)).toBeUndefined();
  calls.answered(0, 100);
  calls.answered(1_000, 1_200);
  expect(calls.isQueued(0)).toBe(false);
  calls.answered(2_000, 2_201);
  expect(calls.isQueued(2_000)).toBe(true);
  expect(calls.isQueued(2_001)).toBeUndefined();
});
