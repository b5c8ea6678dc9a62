import type { Manifest } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { manifestDifferences } from "./manifest-differences.ts";

type Files = Readonly<Record<string, number>>;

function manifest(files: Files, baseFolder = "FL000123_045", zipped = true): Manifest {
  return {
    flightId: "FL000123",
    uploadId: "0".repeat(24),
    uploadType: "LiDAR",
    sensorName: "Galaxy - 045",
    isUpdate: false,
    baseFolder,
    files: Object.entries(files).map(([fileName, originalSize]) => ({
      fileName,
      fullPath: `${baseFolder}/${fileName}`,
      originalSize,
      parts: 1,
      zipped,
      destination: "LiDAR",
    })),
  };
}

test("files that are missing, added or of another size are named, and no other", () => {
  const original = manifest({ "a.000": 10, "b.log": 5, "c.range": 7 });
  const chosen = manifest({ "b.log": 5, "c.range": 8, "d.pdf": 1 });
  expect(manifestDifferences(original, chosen)).toEqual([
    "FL000123_045/a.000: is missing in this folder",
    "FL000123_045/c.range: has 8 bytes, the original 7",
    "FL000123_045/d.pdf: is not in the original folder",
  ]);
  expect(manifestDifferences(original, original)).toEqual([]);
});

test("another folder is named as such, instead of each of its files", () => {
  expect(manifestDifferences(manifest({ a: 1 }), manifest({ a: 1 }, "FL000123_046"))).toEqual([
    "The original folder is FL000123_045, not FL000123_046",
  ]);
});

test("a file that is to be sent in another way is named", () => {
  const plain = manifest({ "a.range": 1 }, "FL000123_045", false);
  expect(manifestDifferences(manifest({ "a.range": 1 }), plain)).toEqual([
    "FL000123_045/a.range: is sent in another way by this version",
  ]);
});

test("of thousands of files the first 50 are named", () => {
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`${n}.000`, 1]));
  const differences = manifestDifferences(manifest({ a: 1, ...many }), manifest({ a: 1 }));
  expect(differences).toHaveLength(51);
  expect(differences.at(-1)).toBe("and 1950 more");
});
