import { describe, expect, test } from "vitest";
import {
  byPathKey,
  destinationPrefix,
  filePathSchema,
  flatName,
  landingPrefix,
  MAX_KEY_BYTES,
  otherwiseSpelled,
  pathFault,
  pathKey,
} from "./paths.ts";

describe("a path", () => {
  test.each(["a", "a/b.c", "FL000123_045/é/a b", "ab:c/d", "a".repeat(MAX_KEY_BYTES), ".../a"])(
    "may be %j",
    (path) => {
      expect(pathFault(path)).toBeUndefined();
    },
  );

  test.each([
    ["a".repeat(MAX_KEY_BYTES + 1), "is longer than 1024 bytes"],
    ["ä".repeat(513), "is longer than 1024 bytes"],
    ["c:a", "is absolute"],
    [".", "holds . or .."],
    ["a/.", "holds . or .."],
    ["a/..", "holds . or .."],
    ["a/", "holds an empty segment"],
    ["a\u2028b", "holds a control character"],
  ])("may not be %j", (path, fault) => {
    expect(pathFault(path)).toBe(fault);
  });
});

test("a path that is none is refused in words", () => {
  expect(filePathSchema.parse("a/b.c")).toBe("a/b.c");
  expect(filePathSchema.safeParse("a//b").error?.issues).toMatchObject([
    { code: "custom", message: "the path holds an empty segment" },
  ]);
});

test("an update lands beside the first upload's objects", () => {
  const upload = { flightId: "FL000123", uploadId: "0123456789abcdef01234567" };
  expect(landingPrefix({ ...upload, isUpdate: false })).toBe("FL000123/0123456789abcdef01234567/");
  expect(landingPrefix({ ...upload, isUpdate: true })).toBe(
    "FL000123/0123456789abcdef01234567/update/",
  );
});

test("rebuilt files stand below their flight and upload type", () => {
  expect(destinationPrefix({ flightId: "FL000123", uploadType: "LiDAR" })).toBe("FL000123/LiDAR/");
});

const COMPOSED = "F/M\u00fcller/\u00e9.range";
const DECOMPOSED = "F/Mu\u0308ller/e\u0301.range";
const MIXED = "F/M\u00fcller/e\u0301.range";

test("the spellings of a Mac, of Windows and mixed ones are one path, and one name of an object", () => {
  const spellings = [COMPOSED, DECOMPOSED, MIXED];
  expect(new Set(spellings.map(pathKey))).toEqual(new Set([COMPOSED]));
  expect(new Set(spellings.map(flatName)).size).toBe(1);
});

test("an entry is found by any spelling, and the one that is spelled alike first", () => {
  const find = byPathKey([COMPOSED, DECOMPOSED], (path) => path);
  expect([COMPOSED, DECOMPOSED, MIXED].map(find)).toEqual([COMPOSED, DECOMPOSED, DECOMPOSED]);
  expect(find("F/Muller/e.range")).toBeUndefined();
});

test("one file in two spellings is told apart by the code points where they differ", () => {
  expect(otherwiseSpelled([DECOMPOSED, "F/a", MIXED, "F/a"])).toEqual([
    ["F/Mu\\u{308}ller/e\u0301.range", "F/M\\u{fc}ller/e\u0301.range"],
  ]);
});
