import fc from "fast-check";
import { expect, test } from "vitest";
import { folderNames, MAX_NAME_BYTES, objectNames, readName } from "./key-path.ts";

const wide = { caseSensitive: true };
const narrow = { caseSensitive: false };

function keyOf(names: readonly string[]): string {
  const segments: string[] = [];
  let start = "";
  names.forEach((name, i) => {
    const read = readName(name, start, i === names.length - 1 ? "object" : "folder")!;
    start = read.continued ? read.text : "";
    if (!read.continued) segments.push(read.text);
  });
  return segments.join("/");
}

test("disk/D1 a usual key keeps its names", () => {
  const key = "FL000123/LiDAR/a b+c@d.range";
  expect(objectNames(key, wide)).toEqual(["FL000123", "LiDAR", "a b+c@d.range"]);
});

test("disk/D1 a percent sign is encoded, so that no name is taken for an encoded or a marked one", () => {
  expect(objectNames("100%/%25/x%o.y", wide)).toEqual(["100%25", "%2525", "x%25o.y"]);
});

test("disk/D1 names differ by more than case where the file system ignores case", () => {
  const lower = (key: string): string => objectNames(key, narrow).join("/").toLowerCase();
  expect(lower("FL/A.range")).not.toBe(lower("fl/a.range"));
  expect(objectNames("nul.txt/ends.", narrow)).toEqual(["%6Eul.txt%d", "ends%2E"]);
});

test("disk/D2 a long segment is cut in names that a file system holds, between characters", () => {
  const names = objectNames("ü".repeat(300), wide);
  expect(names.map((name) => Buffer.byteLength(name))).toEqual([242, 242, 122]);
  expect(keyOf(names)).toBe("ü".repeat(300));
});

test("disk/D3 an object and a folder of one key have names of their own", () => {
  expect(objectNames("a", wide)).toEqual(["a%o"]);
  expect(folderNames("a", wide)).toEqual(["a"]);
  expect(objectNames("a.b", wide)).toEqual(["a.b"]);
  expect(folderNames("a.b", wide)).toEqual(["a.b%d"]);
});

test.each([
  ["a file system that tells case", wide],
  ["a file system that ignores case", narrow],
])("every key is read back from its names, which no other has, on %s", (_, naming) => {
  const segment = fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 400 }),
    fc.string({ unit: fc.constantFrom("a", "A", ".", "%", "o", "d", "+", " "), minLength: 1 }),
  );
  const keys = fc
    .array(segment, { minLength: 1, maxLength: 4 })
    .map((segments) => segments.map((text) => text.replaceAll("/", "_")).join("/"));
  const fold = (name: string): string => (naming.caseSensitive ? name : name.toLowerCase());
  fc.assert(
    fc.property(keys, keys, (key, other) => {
      const names = objectNames(key, naming);
      expect(keyOf(names)).toBe(key);
      for (const name of names)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(MAX_NAME_BYTES + 2);
      const path = fold(names.join("/"));
      expect(path).not.toBe(fold(folderNames(other, naming).join("/")));
      if (other !== key) expect(path).not.toBe(fold(objectNames(other, naming).join("/")));
    }),
  );
});

test("a name that no key leads to is none of ours", () => {
  expect(readName("README", "", "object")).toBeUndefined();
  expect(readName("a.d", "", "folder")).toBeUndefined();
  expect(readName("a%o", "", "folder")).toBeUndefined();
  expect(readName("a.b%o", "", "object")).toBeUndefined();
});
