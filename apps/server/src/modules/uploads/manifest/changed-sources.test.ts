import { expect, test } from "vitest";
import { changedFiles } from "./changed-sources.ts";
import { rowOf } from "./file-rows.ts";

const file = (name: string, modified?: number) =>
  rowOf({
    fileName: name,
    fullPath: `F/${name}`,
    originalSize: 10,
    parts: 1,
    zipped: false,
    destination: "LiDAR",
    modified,
  });
const page = (...rows: ReturnType<typeof file>[]): string => JSON.stringify(rows);

test("files of another time were changed, those of the same were not", () => {
  const before = page(file("a", 1_000), file("b", 2_000), file("c", 3_000));
  const now = page(file("a", 1_001), file("b", 2_000), file("c", 4_000));
  expect(changedFiles(before, now)).toEqual([0, 2]);
});

test("a file of unknown time, before or now, counts as unchanged", () => {
  const before = page(file("a"), file("b", 2_000), file("c"));
  expect(changedFiles(before, page(file("a", 1_000), file("b"), file("c")))).toEqual([]);
});
