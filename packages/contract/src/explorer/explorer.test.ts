import { describe, expect, test } from "vitest";
import { bucketNameSchema, folderPrefixSchema } from "./explorer.ts";
import { explorerEndpoints } from "./explorer-endpoints.ts";

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
    expect(folderPrefixSchema.safeParse(text).error?.issues.at(-1)?.message).toBe(fault);
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
