import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  BUNDLED_BELOW_BYTES,
  BUNDLE_BYTES,
  BUNDLE_FILES,
  type PlannedObject,
  layOut,
  planObjects,
  storedBound,
} from "./upload-plan.ts";
import { PART_BYTES, zstdBound } from "./object-size.ts";
import { type FileEntry, partCount } from "./manifest.ts";

function entry(fullPath: string, originalSize: number): FileEntry {
  const fileName = fullPath.split("/").at(-1)!;
  const parts = partCount(originalSize);
  return { fileName, fullPath, originalSize, parts, zipped: true, destination: "LiDAR" };
}

const names = (objects: readonly PlannedObject[]): string[] => objects.map(({ name }) => name);

describe("the plan of an upload's objects", () => {
  test("contract/P1 a file over 200 MB is sent in parts of 200 MB", () => {
    const objects = planObjects([entry("F/a.range", PART_BYTES * 2 + 5)]);
    expect(names(objects)).toEqual([
      "F@a.range.part0001",
      "F@a.range.part0002",
      "F@a.range.part0003",
    ]);
    expect(objects.map(({ sourceBytes }) => sourceBytes)).toEqual([PART_BYTES, PART_BYTES, 5]);
    expect(objects[2]!.segments).toEqual([{ file: 0, offset: PART_BYTES * 2, length: 5 }]);
  });

  test("is laid out as the files come, so that no more of it is made than is read", () => {
    let read = 0;
    function* endless() {
      for (;;) yield entry(`F/${(read += 1)}.range`, PART_BYTES * 9_000);
    }
    const plan = layOut(endless());
    expect([plan.next().value?.name, plan.next().value?.name]).toEqual([
      "F@1.range.part0001",
      "F@1.range.part0002",
    ]);
    expect(read).toBe(1);
  });

  test("contract/P2 a file of exactly 200 MB is one object", () => {
    expect(names(planObjects([entry("F/a.range", PART_BYTES)]))).toEqual(["F@a.range"]);
  });

  test("contract/P3 small files share bundles, and a bundle's name is none that a file can have", () => {
    const objects = planObjects([entry("F/a", 5), entry("F/@bundle.0001", 5), entry("F/b", 7)]);
    expect(names(objects)).toEqual(["@bundle.0001"]);
    expect(objects[0]!.sourceBytes).toBe(17);
  });

  test("contract/P2 a file of exactly 1 MiB is one object, and in no bundle", () => {
    const objects = planObjects([entry("F/a", BUNDLED_BELOW_BYTES), entry("F/b", 5)]);
    expect(names(objects)).toEqual(["F@a", "F@b"]);
  });

  test("contract/P3 a bundle closes at 8 MiB, which it may hold", () => {
    const half = BUNDLED_BELOW_BYTES / 2;
    const files = Array.from({ length: 17 }, (_, i) => entry(`F/${i}`, half));
    expect(planObjects(files).map(({ sourceBytes }) => sourceBytes)).toEqual([BUNDLE_BYTES, half]);
  });

  test("contract/P3 a bundle closes at 256 files", () => {
    const files = Array.from({ length: BUNDLE_FILES + 2 }, (_, i) => entry(`F/${i}`, 1));
    expect(planObjects(files).map(({ segments }) => segments.length)).toEqual([BUNDLE_FILES, 2]);
  });

  test("contract/P4 a single small file is an object under its own name, with @ and % encoded", () => {
    expect(names(planObjects([entry("F/100%@a", 5)]))).toEqual(["F@100%25%40a"]);
  });

  test("a segment of a zipped file may be stored in more bytes than it has", () => {
    const files = [entry("F/a", 100), { ...entry("F/b", 100), zipped: false }];
    const segment = { offset: 0, length: 100 };
    expect(storedBound({ ...segment, file: 0 }, files)).toBe(zstdBound(100));
    expect(storedBound({ ...segment, file: 1 }, files)).toBe(100);
  });

  test("every byte of every file is in exactly one segment, for any sizes", () => {
    const size = fc.oneof(
      fc.integer({ min: 1, max: 4096 }),
      fc.integer({ min: BUNDLED_BELOW_BYTES - 2, max: BUNDLED_BELOW_BYTES + 2 }),
      fc.integer({ min: PART_BYTES - 1, max: 3 * PART_BYTES + 1 }),
    );
    fc.assert(
      fc.property(fc.array(size, { maxLength: 600 }), (sizes) => {
        const files = sizes.map((bytes, i) => entry(`F/${i}`, bytes));
        const objects = planObjects(files);
        const reached = files.map(() => 0);
        for (const object of objects) {
          let bytes = 0;
          for (const { file, offset, length } of object.segments) {
            expect(offset).toBe(reached[file]);
            reached[file] = offset + length;
            bytes += length;
          }
          expect(bytes).toBe(object.sourceBytes);
          expect(bytes).toBeLessThanOrEqual(object.segments.length > 1 ? BUNDLE_BYTES : PART_BYTES);
        }
        expect(reached).toEqual(sizes);
        expect(new Set(names(objects)).size).toBe(objects.length);
      }),
    );
  });
});
