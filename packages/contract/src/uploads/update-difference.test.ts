import { expect, test } from "vitest";
import type { StoredFile } from "./receipt.ts";
import { differenceTotals, updateDifference } from "./update-difference.ts";

const AT = "2026-11-23T10:00:00.000Z";

function stored(path: string, bytes: number, fault: "missing" | null = null): StoredFile {
  const place = { bucket: "lidar", key: path, stored: AT, fault };
  return { path, bytes, xxh128: ["0".repeat(32)], places: [place] };
}

const paths = (rows: readonly { readonly path: string }[]) => rows.map(({ path }) => path);

test("difference/D1 a file at whose path nothing is stored is new", () => {
  const difference = updateDifference([stored("F/a", 3)], [{ path: "F/b", bytes: 3 }]);
  expect(difference.new).toEqual([{ path: "F/b", bytes: 3 }]);
});

test("difference/D2 a file of another size is replaced, also where it was compared", () => {
  const files = [{ path: "F/a", bytes: 4 }];
  for (const equality of [new Map<string, boolean>(), new Map([["F/a", true]])])
    expect(updateDifference([stored("F/a", 3)], files, equality).replaced).toEqual([
      { path: "F/a", bytes: 4, storedBytes: 3, why: "otherSize" },
    ]);
});

test("difference/D3 a file that does not stand whole is replaced, equal or not", () => {
  const difference = updateDifference(
    [stored("F/a", 3, "missing")],
    [{ path: "F/a", bytes: 3 }],
    new Map([["F/a", true]]),
  );
  expect(difference.replaced).toEqual([{ path: "F/a", bytes: 3, storedBytes: 3, why: "notWhole" }]);
  expect(difference.equal).toEqual([]);
});

test("difference/D4 a file of the same size that was not compared is not called equal", () => {
  const difference = updateDifference([stored("F/a", 3)], [{ path: "F/a", bytes: 3 }]);
  expect(paths(difference.sameSize)).toEqual(["F/a"]);
  expect(difference.equal).toEqual([]);
});

test("difference/D5 a compared file is equal, or replaced for its other content", () => {
  const difference = updateDifference(
    [stored("F/a", 3), stored("F/b", 3)],
    [
      { path: "F/a", bytes: 3 },
      { path: "F/b", bytes: 3 },
    ],
    new Map([
      ["F/a", true],
      ["F/b", false],
    ]),
  );
  expect(paths(difference.equal)).toEqual(["F/a"]);
  expect(difference.replaced).toEqual([
    { path: "F/b", bytes: 3, storedBytes: 3, why: "otherContent" },
  ]);
});

test("difference/D6 what is stored and not sent stays untouched", () => {
  const difference = updateDifference(
    [stored("F/a", 3), stored("F/b", 5)],
    [{ path: "F/a", bytes: 3 }],
  );
  expect(difference.untouched).toEqual([{ path: "F/b", storedBytes: 5 }]);
});

test("totals count what is sent, or else what is stored", () => {
  expect(
    differenceTotals([
      { path: "F/a", bytes: 4, storedBytes: 3 },
      { path: "F/b", storedBytes: 5 },
    ]),
  ).toEqual({ files: 2, bytes: 9 });
});
