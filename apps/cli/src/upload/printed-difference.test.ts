import type { DifferenceRow, UpdateDifference } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { printedDifference } from "./printed-difference.ts";

const none = { files: 0, bytes: 0 };
const difference = (rows: readonly DifferenceRow[]): UpdateDifference => ({
  rows,
  sums: { new: { files: 1, bytes: 5 }, changed: none, sameSize: none, unchanged: none },
  untouched: { files: 2, bytes: 2048 },
});

test("an update's changes are printed with their sums, new and replaced files by name and size", () => {
  const text = printedDifference(
    difference([
      { path: "F/a", change: "new", size: 5, storedSize: undefined },
      { path: "F/b", change: "changed", size: 2048, storedSize: 1024 },
      { path: "F/c", change: "unchanged", size: 7, storedSize: 7 },
    ]),
  );
  expect(text.split("\n")).toEqual([
    "What this update changes:",
    "  New: 1 file, 5 B",
    "  Replaces: none",
    "  Same size, not compared: none",
    "  Unchanged: none",
    "  Not in this folder, stays: 2 files, 2.00 KB",
    "  New: F/a (5 B)",
    "  Replaces: F/b (1.00 KB -> 2.00 KB)",
  ]);
});

test("of many files the first are named, and the rest counted", () => {
  const rows = Array.from({ length: 25 }, (_, i) => ({
    path: `F/${i}`,
    change: "new" as const,
    size: 5,
    storedSize: undefined,
  }));
  const lines = printedDifference(difference(rows)).split("\n");
  expect(lines).toHaveLength(6 + 20 + 1);
  expect(lines.at(-1)).toBe("  and 5 more");
});
