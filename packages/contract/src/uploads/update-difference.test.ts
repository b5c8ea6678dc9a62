import type { StoredFile } from "./receipt.ts";
import { expect, test } from "vitest";
import { type FolderFile, updateDifference } from "./update-difference.ts";

const AT = 1_763_900_000_000;
const place = {
  bucket: "lidar",
  key: "k",
  stored: "2026-11-23T10:00:00.000Z",
  read: null,
  fault: null,
};
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

test("contract/D1 a file of whose path nothing stands is new", () => {
  const { rows, sums } = updateDifference([file("f/a")], []);
  expect(rows).toEqual([{ path: "f/a", change: "new", size: 100, storedSize: undefined }]);
  expect(sums.new).toEqual({ files: 1, bytes: 100 });
});

test.each([
  ["of another size", file("f/a", { size: 101 }), stored("f/a")],
  [
    "that does not stand whole",
    file("f/a"),
    stored("f/a", { places: [place, { ...place, fault: "missing" }] }),
  ],
] as const)("contract/D2 a file %s is changed", (_, inFolder, former) => {
  expect(changeOf(inFolder, former)).toBe("changed");
});

test.each([
  ["of another time", file("f/a", { modified: AT + 1 }), stored("f/a")],
  ["of which no time was sealed", file("f/a"), stored("f/a", { modified: null })],
] as const)(
  "contract/D5 a file %s is of the same size, and not called unchanged",
  (_, now, former) => {
    expect(changeOf(now, former)).toBe("sameSize");
  },
);

test("contract/D6 a file that was compared is unchanged or changed, whatever its time", () => {
  const folder = [file("f/a", { modified: AT + 1 }), file("f/b")];
  const equality = new Map([
    ["f/a", true],
    ["f/b", false],
  ]);
  const { rows } = updateDifference(folder, [stored("f/a"), stored("f/b")], equality);
  expect(rows.map(({ path, change }) => `${path} ${change}`)).toEqual([
    "f/b changed",
    "f/a unchanged",
  ]);
});

test("contract/D2 a file of another size, or not whole, is changed also where it was compared", () => {
  const equality = new Map([
    ["f/a", true],
    ["f/b", true],
  ]);
  const missing = stored("f/b", { places: [{ ...place, fault: "missing" }] });
  const folder = [file("f/a", { size: 101 }), file("f/b")];
  const { sums } = updateDifference(folder, [stored("f/a"), missing], equality);
  expect(sums.changed.files).toBe(2);
});

test("contract/D3 a file of the same size and time is unchanged", () => {
  expect(changeOf(file("f/a"), stored("f/a"))).toBe("unchanged");
});

test("contract/D4 what stands and is not in the folder stays", () => {
  const { untouched } = updateDifference(
    [file("f/a")],
    [stored("f/a"), stored("f/b"), stored("g/a")],
  );
  expect(untouched).toEqual({ files: 2, bytes: 200 });
});

test.each([
  ["another time", "8", "7", "sameSize"],
  ["the same time", "7", "7", "unchanged"],
  ["an unknown time", undefined, "7", "unchanged"],
  ["a time, and none was sealed,", "7", undefined, "unchanged"],
] as const)(
  "contract/D8 a file of the same size and time whose status has %s is told so",
  (_, now, sealed, change) => {
    const former = stored("f/a", sealed === undefined ? {} : { statusChanged: sealed });
    expect(changeOf(file("f/a", { statusChanged: now }), former)).toBe(change);
    const equal = new Map([["f/a", true]]);
    const { sums } = updateDifference([file("f/a", { statusChanged: now })], [former], equal);
    expect(sums.unchanged.files).toBe(1);
  },
);

test.each([
  ["a Mac's spelling stands", "f/Mu\u0308ller", "f/M\u00fcller"],
  ["another one stands", "f/M\u00fcller", "f/Mu\u0308ller"],
])("contract/D7 a file is no other one where %s", (_, standing, chosen) => {
  const equal = new Map([["f/M\u00fcller", true]]);
  const { rows, untouched } = updateDifference([file(chosen)], [stored(standing)]);
  expect(rows).toEqual([{ path: chosen, change: "unchanged", size: 100, storedSize: 100 }]);
  expect(untouched.files).toBe(0);
  const later = file(chosen, { modified: AT + 1 });
  expect(updateDifference([later], [stored(standing)], equal).sums.unchanged.files).toBe(1);
});

test("each change has its sum, and 0 where there is none", () => {
  const folder = [file("f/a", { modified: AT + 1 }), file("f/b", { size: 7 })];
  const { sums } = updateDifference(folder, [stored("f/a"), stored("f/b")]);
  const none = { files: 0, bytes: 0 };
  expect(sums).toEqual({
    new: none,
    changed: { files: 1, bytes: 7 },
    sameSize: { files: 1, bytes: 100 },
    unchanged: none,
  });
});

test("what differs comes first", () => {
  const folder = [file("f/a"), file("f/b", { size: 7 }), file("f/c")];
  const { rows } = updateDifference(folder, [stored("f/a"), stored("f/b")]);
  expect(rows.map(({ change }) => change)).toEqual(["new", "changed", "unchanged"]);
});
