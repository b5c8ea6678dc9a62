import fc from "fast-check";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { applanixFile, installationMessage } from "../../../tools/sample/applanix-writer.ts";
import { fmsLog, flightPlan, kmzFile } from "../../../tools/sample/document-writer.ts";
import { iiqFile, worldFile } from "../../../tools/sample/sensor-file-writer.ts";
import { lazShaped } from "../../../tools/sample/las-writer.ts";
import { readFileMetadata } from "./file-metadata.ts";
import { memorySource } from "./readers/file-source.ts";
import { joined, noise, text, zeros } from "./testing/judged.ts";

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

  test.each(["a.log", "a.kml", "a.kmz", "a.000"])("of an empty %s is that", async (path) => {
    expect(await metadata(path, zeros(0))).toMatchObject({ path, error: "empty" });
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

  test("of a recording without a serial, a week and times is null for each", async () => {
    expect(await metadata("a.pos", installationMessage())).toStrictEqual({
      path: "a.pos",
      kind: "applanix",
      serial: null,
      gpsWeek: null,
      start: null,
      end: null,
      records: 1,
      badRecords: 0,
    });
  });

  test("of a KML tells the remarks on its shapes, where it has any", async () => {
    const kml = "<kml><Placemark><LineString><coordinates/></LineString></Placemark></kml>";
    expect(await metadata("a.kml", text(kml))).toStrictEqual({
      path: "a.kml",
      kind: "kml",
      lines: 0,
      polygons: 0,
      points: 0,
      crossStrips: 0,
      remarks: ["placemark 1, line 1 of the KML: a line without coordinates: left out"],
    });
    expect(await metadata("a.kml", text("<kml/>"))).not.toHaveProperty("remarks");
  });

  test.each([
    ["a.LAS", "las"],
    ["b/a.Laz", "laz"],
    ["a.Kmz", "kmz"],
    ["a.KML", "kml"],
    ["a.001", "applanix"],
    ["a.POS", "applanix"],
    ["a.RANGE", "range"],
    ["a.LOG", "fms"],
    ["a.IIQ", "iiq"],
    ["a.TFW", "world"],
    ["a.0001", "unknown"],
    ["a.laz.bak", "unknown"],
    ["kml", "unknown"],
  ])("of %s is %s's", async (path, kind) => {
    expect(await metadata(path, noise(1))).toMatchObject({ path, kind });
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
      const files = fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        fc.uint8Array({ minLength: 28, maxLength: 90 }).map((bytes) => {
          const made = iiqFile(bytes.length + 100, 1);
          made.set(bytes.subarray(0, 60), 16);
          return made;
        }),
      );
      await fc.assert(
        fc.asyncProperty(files, async (file) => {
          expect(await metadata(path, file)).toHaveProperty("kind");
        }),
        { numRuns: 500 },
      );
    },
  );
});

describe("of a damaged file the metadata", () => {
  const start = Date.UTC(2026, 2, 14, 1, 0, 0);
  const span = { start, end: start + 2000, serial: "7045", latitude: 0, longitude: 0 };
  const recording = applanixFile(span);
  const ENDS_EARLY = {
    kind: "cutOff",
    reason: "it ends within a record: 319 bytes follow its last whole record",
  };
  const POSITION = {
    path: "a.000",
    kind: "applanix",
    serial: "7045",
    gpsWeek: 2409,
    start: 522_018,
    end: 522_019,
  };
  const laz = lazShaped({ pointFormat: 8, points: 500, longitude: 1, latitude: 2, seed: 1 });
  const POINTS = {
    path: "a.laz",
    kind: "laz",
    version: "1.4",
    pointFormat: 8,
    pointCount: 500,
    compressed: true,
    bounds: { min: [1, 2, 80], max: [1.02, 2.02, 420] },
  };
  const ZEROS_AT_END = { kind: "zeros", reason: "its last 4,096 bytes or more are zeros" };

  test.each<[string, Uint8Array, Readonly<Record<string, unknown>>]>([
    [
      "of no known kind are the damage, where there is any",
      zeros(20),
      {
        path: "a.txt",
        kind: "unknown",
        error: "unknownKind",
        damage: { kind: "zeros", reason: "all its 20 bytes are zeros" },
      },
    ],
    [
      "of no known kind are the path",
      text("abc"),
      { path: "a.txt", kind: "unknown", error: "unknownKind" },
    ],
    ["are the error alone", noise(1), { path: "a.laz", kind: "laz", error: "tooShort" }],
    [
      "are the error and its subject",
      text("<kml><Point><coordinates>x</coordinates></Point></kml>"),
      {
        path: "a.kml",
        kind: "kml",
        error: "badCoordinates",
        about: 'placemark 1, line 1 of the KML: "x" is not a number',
      },
    ],
    [
      "are the error, its subject and the damage",
      text("<kml><Placemark>"),
      {
        path: "a.kml",
        kind: "kml",
        error: "notWellFormed",
        about: "line 1, column 16 of the KML: unclosed tag: Placemark",
        damage: {
          kind: "cutOff",
          reason: 'its outermost element is not closed: "<kml><Placemark>"',
        },
      },
    ],
    [
      "that ends early are what it states, and the damage as an error",
      laz.slice(0, 470),
      {
        ...POINTS,
        error: "truncated",
        damage: { kind: "cutOff", reason: "it ends before the first of its 500 points" },
      },
    ],
    [
      "that contradicts itself are what it states, and the damage",
      laz.slice().fill(0, 470),
      {
        ...POINTS,
        damage: {
          kind: "contradiction",
          reason: "the place of its chunk table is before its points",
        },
      },
    ],
    [
      "that ends in zeros are what it states, and the damage",
      joined(laz, zeros(5000)),
      { ...POINTS, damage: ZEROS_AT_END },
    ],
    [
      "of a recording that ends early are no error: another may go on with it",
      recording.slice(0, -5),
      { ...POSITION, records: 5, badRecords: 0, damage: ENDS_EARLY },
    ],
    [
      "of a recording that ends early in zeros are these",
      joined(recording.slice(0, -5), zeros(5000)),
      { ...POSITION, records: 5, badRecords: 1, damage: ZEROS_AT_END },
    ],
    ["of a whole recording are no damage", recording, { ...POSITION, records: 6, badRecords: 0 }],
  ])("%s", async (_, bytes, expected) => {
    expect(await metadata(String(expected["path"]), bytes)).toStrictEqual(expected);
  });
});
