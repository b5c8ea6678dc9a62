import { expect, test } from "vitest";
import { comparePage } from "./changed-sources.ts";
import { filesOf, rowOf } from "./file-rows.ts";

const file = (name: string, modified?: number, statusChanged?: string) =>
  rowOf({
    fileName: name,
    fullPath: `F/${name}`,
    originalSize: 10,
    parts: 1,
    zipped: false,
    destination: "LiDAR",
    modified,
    ...(statusChanged !== undefined && { statusChanged }),
  });
const page = (...rows: ReturnType<typeof file>[]): string => JSON.stringify(rows);

test("uploads/C1 files of another time were changed, those of the same were not", () => {
  const before = page(file("a", 1_000), file("b", 2_000), file("c", 3_000, "7"));
  const now = page(file("a", 1_001), file("b", 2_000), file("c", 4_000, "9"));
  expect(comparePage(before, now)).toEqual({ changed: [0, 2], touched: [], page: now });
});

test("uploads/C1 a file of unknown time, before or now, counts as unchanged", () => {
  const before = page(file("a"), file("b", 2_000), file("c"));
  const { changed } = comparePage(before, page(file("a", 1_000), file("b"), file("c")));
  expect(changed).toEqual([]);
});

test("uploads/C2 and uploads/C3 a file whose status alone was changed is touched, and its first time is kept", () => {
  const before = page(file("a", 1_000, "7"), file("b", 2_000, "8"));
  const found = comparePage(before, page(file("a", 1_000, "9"), file("b", 2_000, "8")));
  expect(found).toEqual({ changed: [], touched: [0], page: before });
});

test.each([
  ["before", undefined, "9"],
  ["now, as by a browser", "7", undefined],
])(
  "uploads/C3 a status that is unknown %s is not compared, and what was known is kept",
  (_, before, now) => {
    const found = comparePage(page(file("a", 1_000, before)), page(file("a", 1_000, now)));
    expect(found).toMatchObject({ changed: [], touched: [] });
    expect(filesOf(found.page)[0]?.statusChanged).toBe(before);
  },
);
