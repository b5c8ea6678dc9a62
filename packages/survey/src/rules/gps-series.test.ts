import { expect, test } from "vitest";
import { gpsSeries, isNumbered } from "./minimums.ts";

test("a series is in the order of its numbers, in whatever order the folder lists it", () => {
  const paths = [10, 3, 2, 7].map((n) => `F/FL000123_01.${String(n).padStart(3, "0")}`);
  expect(gpsSeries(paths, "FL000123")).toEqual([
    {
      part: "FL000123_01",
      missingStart: "F/FL000123_01.000",
      gaps: ["F/FL000123_01.004 – F/FL000123_01.006", "F/FL000123_01.008 – F/FL000123_01.009"],
    },
  ]);
});

test("a numbered suffix is three digits at the end of a name", () => {
  expect(["a.000", "a.12", "a.0000", "a.000.bak", "a.26n"].map(isNumbered)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(gpsSeries(["F/FL000123.000.bak"], "FL000123")).toEqual([]);
});
