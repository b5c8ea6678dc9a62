import { expect, test } from "vitest";
import { ofGroups, toggled } from "./review-plan.ts";

test("choosing gps takes every GPS type and nothing else", () => {
  const files = [
    { path: "a.000", kind: "gps", size: 1 },
    { path: "a.range", kind: "range", size: 1 },
    { path: "a.pos", kind: "pos", size: 1 },
  ] as const;
  expect(ofGroups(files, new Set(["gps"])).map(({ path }) => path)).toEqual(["a.000", "a.pos"]);
  expect(ofGroups(files, new Set())).toEqual([]);
});

test("a toggle adds and takes away without changing the selection before", () => {
  const before: ReadonlySet<string> = new Set(["gps"]);
  expect([...toggled(before, "Range")]).toEqual(["gps", "Range"]);
  expect([...toggled(before, "gps")]).toEqual([]);
  expect([...before]).toEqual(["gps"]);
});
