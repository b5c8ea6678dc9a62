import { expect, test } from "vitest";
import { type Acknowledged, timeLeft } from "./time-left.ts";

/** A record a second, given what each 20 s carried. */
function historyOf(...spans: readonly number[]): Acknowledged[] {
  const history: Acknowledged[] = [{ at: 0, bytes: 0 }];
  for (const carried of spans) {
    const { at, bytes } = history.at(-1)!;
    for (let second = 1; second <= 20; second++)
      history.push({ at: at + second * 1000, bytes: bytes + (carried * second) / 20 });
  }
  return history;
}

test("left/L1 only the latest five spans count", () => {
  const history = historyOf(90_000, 200, 200, 200, 200, 200);
  expect(timeLeft(history, 100)).toEqual({ leastSeconds: 10, mostSeconds: 10 });
});

test("left/L2 nothing is said of less than two spans", () => {
  expect(timeLeft([], 100)).toBeUndefined();
  expect(timeLeft(historyOf(200), 100)).toBeUndefined();
  expect(timeLeft(historyOf(200, 200).slice(1), 100)).toBeUndefined();
});

test("left/L2 nothing is said while nothing is acknowledged", () => {
  expect(timeLeft(historyOf(0, 0, 0), 100)).toBeUndefined();
});

test("left/L3 the fastest span gives the least, the slowest the most", () => {
  const history = historyOf(200, 400, 100);
  expect(timeLeft(history, 100)).toEqual({ leastSeconds: 5, mostSeconds: 20 });
});

test("left/L3 bytes that no longer count make no span negative", () => {
  const history = historyOf(200, -200, 200);
  expect(timeLeft(history, 100)).toEqual({ leastSeconds: 10 });
});

test("left/L4 a span that carried nothing leaves the most open", () => {
  expect(timeLeft(historyOf(200, 0, 200), 100)).toEqual({ leastSeconds: 10 });
});

test("left/L4 an upload that has stood still for a while leaves the most open", () => {
  expect(timeLeft(historyOf(200, 200, 0), 100)).toEqual({ leastSeconds: 10 });
});
