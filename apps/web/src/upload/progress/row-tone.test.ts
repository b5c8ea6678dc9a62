import type { FileRow } from "@swath/upload-engine";
import { expect, test } from "vitest";
import { shownRows, toneOf } from "./file-table.tsx";

const STATES: readonly FileRow["state"][] = [
  "FAILED",
  "RETRY @ END",
  "READING",
  "COMPLETE",
  "COMPRESSING",
  "WAITING",
  "UPLOADING",
];
let reads = 0;
const snapshot = {
  rowCount: STATES.length,
  row: (i: number): FileRow => {
    reads += 1;
    const sizes = { part: undefined, parts: 1, size: 1, percent: 0, compressedPercent: undefined };
    return { path: "a", ...sizes, state: STATES[i]! };
  },
};

test("red is failed or retried, yellow is read, green is complete, blue is all else", () => {
  expect(STATES.map(toneOf)).toEqual([
    "error",
    "error",
    "warning",
    "success",
    "info",
    "info",
    "info",
  ]);
});

test("without a filter no row is read", () => {
  reads = 0;
  expect(shownRows(snapshot, "all")).toBeUndefined();
  expect(reads).toBe(0);
});

test("the filters show what failed and what is under way", () => {
  expect(shownRows(snapshot, "failed")).toEqual([0, 1]);
  expect(shownRows(snapshot, "ongoing")).toEqual([2, 4, 6]);
});
