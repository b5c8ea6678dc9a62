import type { StoredFile } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { type FolderFile, updateDifference } from "./update-difference.ts";

const AT = 1_763_900_000_000;
const place = { bucket: "lidar", key: "k", stored: "2026-11-23T10:00:00.000Z", fault: null };
const stored = (path: string, change: Partial<StoredFile> = {}): StoredFile => ({
  path,
  bytes: 100,
  xxh128: ["0".repeat(32)],
  modified: AT,
  places: [place],
  ...change,
});
const file = (path: string, change: Partial<FolderFile> = {}): FolderFile => ({
  path,
  size: 100,
  modified: AT,
  ...change,
});
const changeOf = (inFolder: FolderFile, former: StoredFile) =>
  updateDifference([inFolder], [former]).rows[0]?.change;

test("update/D1 a file of whose path nothing stands is new", () => {
  const { rows, sums } = updateDifference([file("f/a")], []);
  expect(rows).toEqual([{ path: "f/a", change: "new", size: 100, storedSize: undefined }]);
  expect(sums.new).toEqual({ files: 1, bytes: 100 });
});

test.each([
  ["of another size", file("f/a", { size: 101 }), stored("f/a")],
  ["of another time", file("f/a", { modified: AT + 1 }), stored("f/a")],
  ["of which no time was sealed", file("f/a"), stored("f/a", { modified: null })],
  [
    "that does not stand whole",
    file("f/a"),
    stored("f/a", { places: [place, { ...place, fault: "missing" }] }),
  ],
] as const)("update/D2 a file %s is changed", (_, inFolder, former) => {
  expect(changeOf(inFolder, former)).toBe("changed");
});

test("update/D3 a file of the same size and time is unchanged", () => {
  expect(changeOf(file("f/a"), stored("f/a"))).toBe("unchanged");
});

test("update/D4 what stands and is not in the folder stays", () => {
  const { untouched } = updateDifference(
    [file("f/a")],
    [stored("f/a"), stored("f/b"), stored("g/a")],
  );
  expect(untouched).toEqual({ files: 2, bytes: 200 });
});

test("what differs comes first", () => {
  const folder = [file("f/a"), file("f/b", { size: 7 }), file("f/c")];
  const { rows } = updateDifference(folder, [stored("f/a"), stored("f/b")]);
  expect(rows.map(({ change }) => change)).toEqual(["new", "changed", "unchanged"]);
});
