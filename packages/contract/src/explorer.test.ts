import { describe, expect, test } from "vitest";
import {
  BY_NAME,
  type ExplorerEntry,
  bucketNameSchema,
  explorerEndpoints,
  folderPrefixSchema,
  inOrder,
  nameOf,
  nextSort,
  objectKeySchema,
} from "./explorer.ts";

const file = (
  key: string,
  size = 1,
  lastModified: string | null = "2026-01-01T00:00:00.000Z",
): ExplorerEntry => ({
  key,
  type: "File",
  lastModified,
  size,
  objectCount: null,
  storageClass: null,
});
const folder = (key: string, size: number | null = null): ExplorerEntry => ({
  ...file(key),
  type: "Folder",
  lastModified: null,
  size,
});
const keys = (entries: readonly ExplorerEntry[]): string[] => entries.map(({ key }) => key);

test("folders come before files, each alphabetical in any case", () => {
  const entries = [
    file("p/b"),
    file("p/Z"),
    folder("p/y/"),
    file("p/A"),
    folder("p/X/"),
    file("p/a"),
  ];
  expect(keys(inOrder(entries, BY_NAME))).toEqual(["p/X/", "p/y/", "p/A", "p/a", "p/b", "p/Z"]);
  expect(keys(inOrder(entries, "-name"))).toEqual(["p/y/", "p/X/", "p/Z", "p/b", "p/a", "p/A"]);
});

test("another column orders within folders and within files, equal ones by name", () => {
  const entries = [file("c", 5), file("b", 5), file("a", 9), folder("e/", 3), folder("d/")];
  expect(keys(inOrder(entries, "-size"))).toEqual(["e/", "d/", "a", "b", "c"]);
  const dated = [file("new", 1, "2026-02-01T00:00:00.000Z"), file("old")];
  expect(keys(inOrder(dated, "lastModified"))).toEqual(["old", "new"]);
});

test.each([
  ["name", ["A", "a", "b"]],
  ["-name", ["b", "a", "A"]],
  ["size", ["A", "a", "b"]],
  ["-size", ["A", "a", "b"]],
  ["lastModified", ["A", "a", "b"]],
  ["-lastModified", ["A", "a", "b"]],
] as const)(
  "by %s entries that are equal, or differ by case alone, keep one order",
  (sort, order) => {
    const entries = [file("p/a"), file("p/b"), file("p/A")];
    expect(keys(inOrder(entries, sort))).toEqual(order.map((name) => `p/${name}`));
    expect(keys(inOrder(entries.toReversed(), sort))).toEqual(order.map((name) => `p/${name}`));
  },
);

test("what is not known comes before what is", () => {
  const folders = [folder("a/", 1), folder("b/", null), folder("c/", 0), folder("d/", null)];
  const bySize = ["b/", "d/", "c/", "a/"];
  expect(keys(inOrder(folders, "size"))).toEqual(bySize);
  expect(keys(inOrder(folders.toReversed(), "size"))).toEqual(bySize);
  expect(keys(inOrder(folders, "-size"))).toEqual(["a/", "c/", "b/", "d/"]);
  const files = [file("new", 1, "2026-02-01T00:00:00.000Z"), file("old"), file("none", 1, null)];
  expect(keys(inOrder(files, "lastModified"))).toEqual(["none", "old", "new"]);
  expect(keys(inOrder(files.toReversed(), "-lastModified"))).toEqual(["new", "old", "none"]);
});

test.each([
  ["a/b/c.laz", "c.laz"],
  ["a/b/", "b"],
  ["c.laz", "c.laz"],
  ["b/", "b"],
])("the name of %s is %s", (key, name) => {
  expect(nameOf(key)).toBe(name);
});

test("a second click on a column turns its order round", () => {
  expect(nextSort(BY_NAME, "size")).toBe("size");
  expect(nextSort("size", "size")).toBe("-size");
  expect(nextSort("-size", "size")).toBe("size");
  expect(nextSort(BY_NAME, "name")).toBe("-name");
});

test.each(["abc", "swath-lidar", "a.b-c.9", "a".repeat(63)])("%s names a bucket", (name) => {
  expect(bucketNameSchema.safeParse(name).success).toBe(true);
});

test.each(["ab", "-abc", "abc-", "Abc", "a_b", "a".repeat(64), "abc/def"])(
  "%s names no bucket",
  (name) => {
    expect(bucketNameSchema.safeParse(name).success).toBe(false);
  },
);

describe("the prefix of a folder", () => {
  test.each([
    ["", ""],
    ["FL000123", "FL000123/"],
    ["FL000123/", "FL000123/"],
    ["FL000123/a b/é", "FL000123/a b/é/"],
    ["/", "/"],
    ["/FL000123", "/FL000123/"],
    ["a//", "a//"],
    ["a//b", "a//b/"],
    ["a".repeat(1_023), `${"a".repeat(1_023)}/`],
  ])("%j is read as %j", (text, prefix) => {
    expect(folderPrefixSchema.parse(text)).toBe(prefix);
  });

  test.each([
    ["a/../b", "the prefix holds . or .."],
    ["./", "the prefix holds . or .."],
    ["a\u0000b", "the prefix holds a control character"],
    ["a\ud800", "the prefix is not well-formed Unicode"],
    ["a".repeat(1_025), "the prefix is longer than 1024 bytes"],
  ])("%j is refused", (text, fault) => {
    const issue = folderPrefixSchema.safeParse(text).error?.issues.at(-1);
    expect(issue).toMatchObject({ code: "custom", message: fault });
  });

  test("is longer by the slash only", () => {
    expect(folderPrefixSchema.safeParse(`${"a".repeat(1_024)}/`).success).toBe(true);
    expect(folderPrefixSchema.safeParse(`${"a".repeat(1_025)}/`).success).toBe(false);
  });

  test("is the bucket itself where it is left out", () => {
    expect(explorerEndpoints.listObjects.query.parse({ bucket: "swath-lidar" })).toEqual({
      bucket: "swath-lidar",
      prefix: "",
      sort: "name",
    });
  });
});

describe("the key of an object", () => {
  test.each(["a", "a/b", "a//b", "/a", "a/"])("may be %j", (key) => {
    expect(objectKeySchema.safeParse(key).success).toBe(true);
  });

  test.each([
    ["", "the key is empty"],
    ["a/../b", "the key holds . or .."],
    ["a\u0000b", "the key holds a control character"],
  ])("may not be %j", (key, message) => {
    expect(objectKeySchema.safeParse(key).error?.issues).toMatchObject([
      { code: "custom", message },
    ]);
  });
});

const faultsOf = (names: readonly string[]) =>
  explorerEndpoints.downloadZip.body
    .safeParse({ bucket: "swath-lidar", names })
    .error?.issues.map(({ message }) => message);

describe("a ZIP of a folder's entries", () => {
  test("names each file, and each folder with its slash", () => {
    expect(faultsOf(["line 1.laz", "run/", "é"])).toBeUndefined();
  });

  test.each(["a/b", "a/b/", "/a", "/", "a//"])("names nothing below or above them: %j", (name) => {
    expect(faultsOf([name])).toEqual(["is not one name"]);
  });
});
