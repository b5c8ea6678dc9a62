import { describe, expect, test } from "vitest";
import { MAX_FILE_BYTES, MAX_PARTS, PART_BYTES } from "./object-size.ts";
import {
  type FileEntry,
  MAX_PLANNED_OBJECTS,
  manifestName,
  manifestSchema,
  ManifestTally,
} from "./manifest.ts";

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
const outcome = (...files: unknown[]): string =>
  manifestSchema.safeParse({ ...manifest, files }).error?.issues[0]?.message ?? "accepted";

/** Files of the largest size, whose paths have so many more characters. */
const largestFiles = (count: number, more = 0): unknown[] =>
  Array.from({ length: count }, (_, i) => {
    const fileName = `${"x".repeat(more)}${i}.range`;
    const fullPath = `FL000123_045/${fileName}`;
    return { ...file, fileName, fullPath, originalSize: MAX_FILE_BYTES, parts: MAX_PARTS };
  });

const spelled = (folder: string) => ({ ...file, fullPath: `FL000123_045/${folder}/a.range` });

test("a manifest with one file in two spellings is refused, and tells them apart", () => {
  expect(outcome(spelled("M\u00fcller"), spelled("Mu\u0308ller"))).toBe(
    "one file in two spellings: FL000123_045/M\\u{fc}ller/a.range, FL000123_045/Mu\\u{308}ller/a.range",
  );
});

describe("a manifest", () => {
  test("is accepted with one file below its base folder", () => {
    expect(outcome(file)).toBe("accepted");
  });

  test.each([
    ["../etc/passwd", "the path holds . or .."],
    ["FL000123_045/./a.range", "the path holds . or .."],
    ["/etc/passwd", "the path is absolute"],
    ["C:/a.range", "the path is absolute"],
    ["FL000123_045\\a.range", "the path holds a backslash"],
    ["FL000123_045/\u0000a.range", "the path holds a control character"],
    ["FL000123_045//a.range", "the path holds an empty segment"],
    ["", "the path is empty"],
    [`FL000123_045/${"ä".repeat(506)}/a.range`, "the path is longer than 1024 bytes"],
    ["FL000123_045/\ud800/a.range", "the path is not well-formed Unicode"],
  ])("is refused with the path %j", (fullPath, fault) => {
    expect(outcome({ ...file, fullPath })).toBe(fault);
  });

  test("is refused where a file lies outside its folder", () => {
    expect(outcome({ ...file, fullPath: "FL000999_045/a.range" })).toMatch(/^outside FL000123_045/);
  });

  test("is refused where a file's name is not the last segment of its path", () => {
    expect(outcome({ ...file, fileName: "b.range" })).toBe(
      `name and path differ: ${file.fullPath}`,
    );
    expect(outcome({ ...file, fileName: "range" })).toMatch(/^name and path differ/);
  });

  test("is refused where a file is larger than 2 TB, which 10,000 parts hold", () => {
    const largest = { ...file, originalSize: MAX_FILE_BYTES, parts: MAX_PARTS };
    expect(outcome(largest)).toBe("accepted");
    const larger = { ...file, originalSize: MAX_FILE_BYTES + 1, parts: MAX_PARTS + 1 };
    expect(outcome(larger)).toMatch(/^Too big/);
  });

  test("of more objects than a plan may hold is refused by counting alone", () => {
    const most = MAX_PLANNED_OBJECTS / MAX_PARTS;
    expect(outcome(...largestFiles(most))).toBe("accepted");
    expect(outcome(...largestFiles(most + 1))).toBe(`more than ${MAX_PLANNED_OBJECTS} objects`);
    expect(outcome(...largestFiles(200))).toBe(`more than ${MAX_PLANNED_OBJECTS} objects`);
  });

  test("is refused where the names of its parts would take 64 MB", () => {
    expect(outcome(...largestFiles(4, 600))).toBe("accepted");
    expect(outcome(...largestFiles(6, 600))).toBe(`more than ${MAX_PLANNED_OBJECTS} objects`);
  });

  test("names the list of files where it refuses one", () => {
    const { error } = manifestSchema.safeParse({ ...manifest, files: [file, file] });
    expect(error?.issues).toEqual([expect.objectContaining({ code: "custom", path: ["files"] })]);
  });

  test("is stored under the flight's id", () => {
    expect(manifestName("FL000123")).toBe("FL000123_metadata.json");
  });

  test("is refused where a file is listed twice", () => {
    expect(outcome(file, file)).toMatch(/^listed twice/);
  });

  test("is refused where the number of parts does not follow from the size", () => {
    expect(outcome({ ...file, parts: 2 })).toMatch(/^wrong number of parts/);
  });

  test("is refused with an empty file, a fraction or no file", () => {
    expect(outcome({ ...file, originalSize: 0 })).not.toBe("accepted");
    expect(outcome({ ...file, originalSize: 1.5 })).not.toBe("accepted");
    expect(outcome()).not.toBe("accepted");
  });
});

/** Paths of so many characters, each of its own. */
const entry = (n: number, length: number, parts = 1): FileEntry => {
  const fileName = String(n).padStart(length - "F/".length, "x");
  const originalSize = parts * PART_BYTES;
  const fullPath = `F/${fileName}`;
  return { fileName, fullPath, originalSize, parts, zipped: false, destination: "LiDAR" };
};

describe("a tally of a manifest's files", () => {
  test("counts files and their bytes", () => {
    const tally = new ManifestTally("F");
    for (const n of [1, 2, 3]) expect(tally.add(entry(n, 20))).toBeUndefined();
    expect([tally.files, tally.bytes]).toEqual([3, 3 * PART_BYTES]);
  });

  test("takes the 200,000th file, and no other", () => {
    const tally = Object.assign(new ManifestTally("F"), { files: 199_999 });
    expect(tally.add(entry(1, 20))).toBeUndefined();
    expect(tally.add(entry(2, 20))).toBe("more than 200000 files");
  });

  test("takes paths of any length together where each file is one object", () => {
    const tally = new ManifestTally("F");
    const faults = Array.from({ length: 33_000 }, (_, n) => tally.add(entry(n, 1_024)));
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  });

  test("takes parts whose names have 33,554,432 characters together, and no more", () => {
    const tally = new ManifestTally("F");
    for (const n of [1, 2, 3, 4]) expect(tally.add(entry(n, 1_024, 8_192))).toBeUndefined();
    expect(tally.add(entry(5, 20, 2))).toBe(`more than ${MAX_PLANNED_OBJECTS} objects`);
  });
});
