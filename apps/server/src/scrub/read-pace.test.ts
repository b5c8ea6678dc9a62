import { expect, test } from "vitest";
import { ReadPace } from "./scrub-upload.ts";

test("reading waits as long as its bytes take at the pace that is allowed", () => {
  let now = 0;
  const pace = new ReadPace(1_000_000, () => now);
  expect(pace.take(500_000)).toBe(500);
  now = 500;
  expect(pace.take(250_000)).toBe(250);
});

test("a wait that is not worth a timer is kept for the next one", () => {
  const pace = new ReadPace(1_000_000, () => 0);
  expect(pace.take(10_000)).toBe(0);
  expect(pace.take(10_000)).toBe(20);
});

test("time in which nothing was read is not made up for", () => {
  let now = 0;
  const pace = new ReadPace(1_000_000, () => now);
  pace.take(1_000_000);
  now = 60_000;
  expect(pace.take(1_000_000)).toBe(1_000);
});
