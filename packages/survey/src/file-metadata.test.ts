import fc from "fast-check";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { applanixFile } from "../../../tools/sample/applanix-writer.ts";
import { fmsLog, flightPlan, kmzFile } from "../../../tools/sample/document-writer.ts";
import { iiqFile, worldFile } from "../../../tools/sample/sensor-file-writer.ts";
import { lazShaped } from "../../../tools/sample/las-writer.ts";
import { readFileMetadata } from "./file-metadata.ts";
import { memorySource } from "./readers/file-source.ts";

const metadata = (path: string, bytes: Uint8Array): ReturnType<typeof readFileMetadata> =>
  readFileMetadata(memorySource(path, bytes));

describe("file metadata", () => {
  test("of a LAZ is its header and no more", async () => {
    const bytes = lazShaped({ pointFormat: 8, points: 500, longitude: 1, latitude: 2, seed: 1 });
    expect(await metadata("a.LAZ", bytes)).toEqual({
      path: "a.LAZ",
      kind: "laz",
      version: "1.4",
      pointFormat: 8,
      pointCount: 500,
      compressed: true,
      bounds: { min: [1, 2, 80], max: [1.02, 2.02, 420] },
    });
  });

  test("of a recording is its serial and seconds of the week", async () => {
    const start = Date.UTC(2026, 2, 14, 1, 0, 0);
    const span = { start, end: start + 2000, serial: "7045", latitude: 0, longitude: 0 };
    expect(await metadata("a.000", applanixFile(span))).toEqual({
      path: "a.000",
      kind: "applanix",
      serial: "7045",
      gpsWeek: 2409,
      start: 522_018,
      end: 522_019,
      records: 6,
      badRecords: 0,
    });
  });

  test("of a KMZ and its KML counts what they draw", async () => {
    const counts = { lines: 10, polygons: 0, points: 0, crossStrips: 2 };
    const plan = kmzFile("plan", flightPlan(145, -37, true));
    expect(await metadata("a.kmz", plan)).toEqual({ path: "a.kmz", kind: "kmz", ...counts });
    const kml = unzipSync(plan)["doc.kml"] ?? new Uint8Array(0);
    expect(await metadata("a.kml", kml)).toEqual({ path: "a.kml", kind: "kml", ...counts });
  });

  test("of a FMS log is its projects and span, null where it has none", async () => {
    const [start, end] = [Date.UTC(2026, 2, 14, 1), Date.UTC(2026, 2, 14, 2)];
    const log = fmsLog({ flightId: "FL000123", projectIds: ["PRJ10001"], start, end });
    expect(await metadata("a.log", log)).toEqual({
      path: "a.log",
      kind: "fms",
      projectIds: ["PRJ10001"],
      start: "2026-03-14T01:00:00.000Z",
      end: "2026-03-14T02:00:00.000Z",
    });
    expect(await metadata("a.log", new TextEncoder().encode("nothing\n"))).toEqual({
      path: "a.log",
      kind: "fms",
      projectIds: [],
      start: null,
      end: null,
    });
  });

  test("of a compressed file that ends before its points says so", async () => {
    const bytes = lazShaped({ pointFormat: 8, points: 500, longitude: 1, latitude: 2, seed: 1 });
    expect(await metadata("a.laz", bytes.subarray(0, 470))).toMatchObject({
      pointCount: 500,
      error: "truncated",
    });
  });

  test("of an IIQ and a world file is what they state", async () => {
    expect(await metadata("a.IIQ", iiqFile(1000, 1))).toMatchObject({
      width: 14_204,
      height: 10_652,
    });
    expect(await metadata("a.jgw", worldFile(0.5, 10, 20))).toMatchObject({
      pixelWidth: 0.5,
      upperLeft: [10, 20],
    });
  });

  test.each([
    ["a.txt", "unknownKind"],
    ["a.laz", "tooShort"],
    ["a.kmz", "notAZip"],
    ["a.kml", "notWellFormed"],
    ["a.000", "noRecords"],
    ["a.range", "noSerial"],
    ["a.iiq", "wrongSignature"],
    ["a.jgw", "inconsistentHeader"],
  ])("of %s with one byte is the error %s", async (path, error) => {
    expect(await metadata(path, new Uint8Array(1))).toMatchObject({ path, error });
  });

  test.each(["a.iiq", "a.jgw", "a.las", "a.pos"])(
    "of any bytes as %s is an answer",
    async (path) => {
      const bytes = fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        fc.uint8Array({ minLength: 28, maxLength: 90 }).map((noise) => {
          const made = iiqFile(noise.length + 100, 1);
          made.set(noise.subarray(0, 60), 16);
          return made;
        }),
      );
      await fc.assert(
        fc.asyncProperty(bytes, async (file) => {
          expect(await metadata(path, file)).toHaveProperty("kind");
        }),
        { numRuns: 500 },
      );
    },
  );
});
