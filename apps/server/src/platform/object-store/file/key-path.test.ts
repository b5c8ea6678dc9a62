import fc from "fast-check";
import { expect, test } from "vitest";
import { keyNames, MAX_NAME_BYTES, readName } from "./key-path.ts";

const wide = { caseSensitive: true };
const narrow = { caseSensitive: false };

function keyOf(names: readonly string[]): string {
  let key = "";
  for (const name of names) {
    const read = readName(name)!;
    key += read.text + (read.continued ? "" : "/");
  }
  return key.slice(0, -1);
}

test("K1 a usual key keeps its names", () => {
  expect(keyNames("FL000123/LiDAR/a b+c@d.range", wide)).toEqual([
    "FL000123",
    "LiDAR",
    "a b+c@d.range",
  ]);
});

test("K1 a percent sign is encoded, so that an encoded name and a plain one never meet", () => {
  expect(keyNames("100%/%25/x%o", wide)).toEqual(["100%25", "%2525", "x%25o"]);
});

test("K1 names differ by more than case where the file system ignores case", () => {
  const lower = (key: string): string => keyNames(key, narrow).join("/").toLowerCase();
  expect(lower("FL/A.range")).not.toBe(lower("fl/a.range"));
  expect(keyNames("nul.txt/ends.", narrow)).toEqual(["%6Eul.txt", "ends%2E"]);
});

test("K2 a long segment is cut in names that a file system holds, between characters", () => {
  const names = keyNames("ü".repeat(300), wide);
  expect(names.map((name) => Buffer.byteLength(name))).toEqual([242, 242, 120]);
  expect(keyOf(names)).toBe("ü".repeat(300));
});

test.each([
  ["a file system that tells case", wide],
  ["a file system that ignores case", narrow],
])("every key is read back from its names on %s", (_, naming) => {
  const segment = fc.string({ unit: "grapheme", minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
      const key = segments.map((text) => text.replaceAll("/", "_")).join("/");
      const names = keyNames(key, naming);
      expect(keyOf(names)).toBe(key);
      for (const name of names)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(MAX_NAME_BYTES + 2);
    }),
  );
});

test("a name that is not ours is no object", () => {
  expect(readName("50%zz")).toBeUndefined();
});
