import { describe, expect, test } from "vitest";
import { manifestSchema } from "./manifest.ts";

const file = {
  fileName: "a.range",
  fullPath: "FL000123_045/FL000123_01/a.range",
  originalSize: 10,
  parts: 1,
  zipped: true,
  destination: "LiDAR",
};
const manifest = {
  flightId: "FL000123",
  uploadId: "0123456789abcdef01234567",
  uploadType: "LiDAR",
  sensorName: "Optech Galaxy Prime - 045",
  isUpdate: false,
  baseFolder: "FL000123_045",
  files: [file],
};
const judged = (...files: unknown[]): string =>
  manifestSchema.safeParse({ ...manifest, files }).error?.issues[0]?.message ?? "accepted";

describe("a manifest", () => {
  test("is accepted with one file below its base folder", () => {
    expect(judged(file)).toBe("accepted");
  });

  test.each([
    ["../etc/passwd", "the path holds . or .."],
    ["/etc/passwd", "the path is absolute"],
    ["C:/a.range", "the path is absolute"],
    ["FL000123_045\\a.range", "the path holds a backslash"],
    ["FL000123_045/\u0000a.range", "the path holds a control character"],
    ["FL000123_045//a.range", "the path holds an empty segment"],
    ["", "the path is empty"],
    [`FL000123_045/${"ä".repeat(506)}/a.range`, "the path is longer than 1024 bytes"],
    ["FL000123_045/\ud800/a.range", "the path is not well-formed Unicode"],
  ])("is refused with the path %j", (fullPath, fault) => {
    expect(judged({ ...file, fullPath })).toBe(fault);
  });

  test("is refused where a file lies outside its folder", () => {
    expect(judged({ ...file, fullPath: "FL000999_045/a.range" })).toMatch(/^outside FL000123_045/);
  });

  test("is refused where a file is listed twice", () => {
    expect(judged(file, file)).toMatch(/^listed twice/);
  });

  test("is refused where the number of parts does not follow from the size", () => {
    expect(judged({ ...file, parts: 2 })).toMatch(/^wrong number of parts/);
  });

  test("is refused with an empty file, a fraction or no file", () => {
    expect(judged({ ...file, originalSize: 0 })).not.toBe("accepted");
    expect(judged({ ...file, originalSize: 1.5 })).not.toBe("accepted");
    expect(judged()).not.toBe("accepted");
  });
});
