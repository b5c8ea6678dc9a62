import { expect, test } from "vitest";
import { blocked, isBlocked, nextMoment, NONE_BLOCKED } from "./blocked-rows.ts";

test("a row is blocked while its change is under way, whatever polls arrive", () => {
  const rows = blocked(NONE_BLOCKED, ["a"]);
  expect(isBlocked(rows, "a", 1e15)).toBe(true);
  expect(isBlocked(rows, "b", 0)).toBe(false);
});

test("then until a poll has arrived that began after the answer", () => {
  const rows = blocked(blocked(NONE_BLOCKED, ["a"]), ["a"], 100);
  expect(isBlocked(rows, "a", 99)).toBe(true);
  expect(isBlocked(rows, "a", 101)).toBe(false);
});

test("a poll that begins in the millisecond of the answer is after it", () => {
  const rows = blocked(NONE_BLOCKED, ["a"], nextMoment());
  expect(isBlocked(rows, "a", nextMoment())).toBe(false);
});
