import { describe, expect, test } from "vitest";
import { BUNDLE_FILES } from "./upload-plan.ts";
import { FRAME_BYTES, PART_BYTES, zstdBound } from "./object-size.ts";
import {
  fingerprintSchema,
  MAX_SENT_FILES,
  sentFilesSchema,
  uploadAuthBodySchema,
} from "./upload.ts";
import { uploadEndpoints } from "./upload-endpoints.ts";

const segment = { storedBytes: 1, xxh128: "0123456789abcdef".repeat(2) };
const order = {
  uploadId: "0123456789abcdef01234567",
  filePath: "FL000123_045@a.range",
  uploadType: "LiDAR",
  size: 10,
  checksum: "AbC+/9==",
  segments: [segment],
};
const accepts = (change: Readonly<Record<string, unknown>>): boolean =>
  uploadAuthBodySchema.safeParse({ ...order, ...change }).success;

describe("the order of a presigned form", () => {
  test.each([
    {},
    { checksum: "0123456789abcdefABCDEF==" },
    { size: zstdBound(PART_BYTES) },
    { filePath: "x".repeat(4_096) },
    { segments: [] },
    { segments: [{ ...segment, zipped: false }] },
    { segments: Array.from({ length: BUNDLE_FILES }, () => segment) },
  ])("is accepted %#", (change) => {
    expect(accepts(change)).toBe(true);
  });

  test.each([
    { checksum: "AbC+/9" },
    { checksum: "xAbC+/9==" },
    { checksum: "AbC+/9==x" },
    { checksum: "-bC+/9==" },
    { checksum: "A==" },
    { checksum: "0123456789abcdef-BCDEF==" },
    { size: 0 },
    { size: 1.5 },
    { size: zstdBound(PART_BYTES) + 1 },
    { filePath: "" },
    { filePath: "x".repeat(4_097) },
    { segments: [{ ...segment, storedBytes: 0 }] },
    { segments: [{ ...segment, xxh128: "0" }] },
    { segments: Array.from({ length: BUNDLE_FILES + 1 }, () => segment) },
    { bucket: "another" },
  ])("is refused %#", (change) => {
    expect(accepts(change)).toBe(false);
  });
});

test("compressed bytes are bounded by 1/128 more, and 1 KiB for each frame", () => {
  expect(zstdBound(1)).toBe(1 + 1 + 1024);
  expect(zstdBound(0)).toBe(1024);
  expect(zstdBound(FRAME_BYTES)).toBe(FRAME_BYTES + 65_536 + 1024);
  expect(zstdBound(FRAME_BYTES + 1)).toBe(FRAME_BYTES + 1 + 65_537 + 2048);
});

test("a browser's fingerprint is 8 to 128 letters, digits, _ and -", () => {
  for (const text of ["abcd_-12", "x".repeat(128)])
    expect(fingerprintSchema.safeParse(text).success).toBe(true);
  for (const text of ["abcdefg", "x".repeat(129), "abcdefg!", " abcdefgh"])
    expect(fingerprintSchema.safeParse(text).success).toBe(false);
});

test("an address asks for an update with isUpdate=true, and for none without it", () => {
  const { query } = uploadEndpoints.readProgress;
  expect(query.parse({})).toEqual({ isUpdate: false });
  expect(query.parse({ isUpdate: "false" })).toEqual({ isUpdate: false });
  expect(query.parse({ isUpdate: "true" })).toEqual({ isUpdate: true });
  expect(query.safeParse({ isUpdate: "yes" }).success).toBe(false);
});

const indexes = (count: number): string => Array.from({ length: count }, () => "1").join(",");

test("an address names files of a manifest by their indexes, up to as many as a reply holds", () => {
  expect(sentFilesSchema.parse("3,17,0")).toEqual([3, 17, 0]);
  expect(sentFilesSchema.safeParse(indexes(MAX_SENT_FILES)).success).toBe(true);
  expect(sentFilesSchema.safeParse(indexes(MAX_SENT_FILES + 1)).success).toBe(false);
  for (const text of ["", ",", "1,", "-1", "1.5", "a"])
    expect(sentFilesSchema.safeParse(text).success).toBe(false);
});
