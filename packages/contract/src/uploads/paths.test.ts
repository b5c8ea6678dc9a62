import { describe, expect, test } from "vitest";
import { destinationPrefix, landingPrefix, MAX_KEY_BYTES, pathFault } from "./paths.ts";

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
