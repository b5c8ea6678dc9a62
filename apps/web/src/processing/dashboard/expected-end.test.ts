import { expect, test } from "vitest";
import { expectedEndInWords } from "./job-view.ts";

const NOW = Date.parse("2026-11-22T13:00:00Z");
const words = (at: string, runs = 12) => expectedEndInWords({ at, runs }, NOW);

test("an expected end is said to the minute, with what it is known from", () => {
  expect(words("2026-11-22T14:20:31Z")).toBe("about 14:20 UTC, from 12 earlier runs");
  expect(words("2026-11-22T14:20:00Z", 1)).toBe("about 14:20 UTC, from 1 earlier run");
});

test("of another day it has the date, and one that has passed says so", () => {
  expect(words("2026-11-23T01:05:00Z")).toBe("about 2026-11-23 01:05 UTC, from 12 earlier runs");
  expect(words("2026-11-22T12:59:00Z")).toBe(
    "was about 12:59 UTC, from 12 earlier runs; it takes longer",
  );
});
