import { UPLOAD_TYPES, type UploadType } from "@swath/contract/uploads";
import { type FolderReport, folderReport, readFileMetadata } from "@swath/survey";
import { memorySource } from "@swath/survey/readers";
import { describe, expect, test } from "vitest";
import { sampleFiles } from "../testing/sample-files.ts";

const FACTS = {
  flightId: "FL000123",
  laserSerial: "18SEN045",
  posSerial: "7045",
  projectId: "PRJ10001",
  wheelsUp: "2026-03-14T01:00:00Z",
  wheelsDown: "2026-03-14T01:12:00Z",
};
const SENSORS: readonly (readonly [type: RegExp, sensors: readonly string[]])[] = [
  [/^(?:LiDAR|OptechGPS)$/, ["Optech Galaxy Prime - 045", "ALTM Pegasus - 362"]],
  [/^Medium/, ["P1 - 118", "Phase One - 362"]],
  [/^Large/, ["Visionmap A3 - 012", "DMC II - 027"]],
  [/^TerrainMapper/, ["Leica Terrain Mapper - 101"]],
];
const FOLDERS = UPLOAD_TYPES.flatMap((type) =>
  (SENSORS.find(([types]) => types.test(type))?.[1] ?? []).map((sensor) => ({ type, sensor })),
);

/** No public format, and noise in the sample: that such a file is cut cannot be known. */
const NO_FORMAT = /\.(?:range|sol|dat|raw|pack|bin|rawimage|gpso|gpsn)$/i;

type Files = ReadonlyMap<string, Uint8Array>;

async function reportOn(type: UploadType, sensorName: string, files: Files): Promise<FolderReport> {
  return folderReport({
    flightId: "FL000123",
    sensorName,
    uploadType: type,
    projectIds: ["PRJ10001"],
    wheelsUp: Date.parse(FACTS.wheelsUp),
    wheelsDown: Date.parse(FACTS.wheelsDown),
    simultaneous: false,
    rgbn: false,
    equipment: [{ Name: sensorName, Type: "LiDAR", LaserSerialNo: null, POSSerialNo: null }],
    now: Date.parse(FACTS.wheelsDown),
    files: [...files].map(([path, bytes]) => memorySource(path, bytes)),
  });
}

/** The names that the report warns of or blocks. */
const namedBy = ({ rules }: FolderReport): readonly string[] =>
  rules.flatMap(({ state, files }) => (state === "passed" ? [] : files));

/** One file of each suffix; of a series the last, which none follows. */
function oneOfEach(files: Files): readonly string[] {
  const last = new Map([...files.keys()].map((path) => [suffixOf(path), path]));
  return [...last.values()];
}

const suffixOf = (path: string): string =>
  path
    .replace(/^.*\./, "")
    .replace(/^\d{3}$/, "000")
    .toLowerCase();

/** Copies that broke off: with what they were to hold, and whether they keep their length. */
const BREAKS: readonly {
  readonly how: string;
  readonly by: (bytes: Uint8Array) => Uint8Array;
  readonly known: RegExp | undefined;
}[] = [
  { how: "cut in the middle", by: (b) => b.slice(0, Math.ceil(b.length * 0.6)), known: NO_FORMAT },
  // The digits of a checksum stand at the beginning of its file.
  {
    how: "cut near the end",
    by: (b) => b.slice(0, -3),
    known: new RegExp(`${NO_FORMAT.source}|\\.sha1$`, "i"),
  },
  { how: "with zeros from its middle on", by: (b) => withZeros(b, b.length / 2), known: undefined },
  { how: "of nothing but zeros", by: (b) => withZeros(b, 0), known: undefined },
];

const withZeros = (bytes: Uint8Array, from: number): Uint8Array => bytes.slice().fill(0, from);

describe.each(FOLDERS)("a folder of $type ($sensor)", ({ type, sensor }) => {
  const files: Files = sampleFiles({ ...FACTS, sensorName: sensor }, [], type);

  test("that is whole has no damaged file, nor does `inspect` find one", async () => {
    expect(namedBy(await reportOn(type, sensor, files))).toEqual([]);
    for (const [path, bytes] of files)
      expect((await readFileMetadata(memorySource(path, bytes))).damage).toBeUndefined();
  });

  test.each(BREAKS)("names every file that is $how", async ({ by, known }) => {
    for (const path of oneOfEach(files)) {
      if (known?.test(path) === true) continue;
      const broken = by(files.get(path)!);
      const report = await reportOn(type, sensor, new Map(files).set(path, broken));
      expect(namedBy(report), path).toContain(path);
      const inspected = await readFileMetadata(memorySource(path, broken));
      expect(
        inspected.damage ?? (inspected.error !== "unknownKind" && inspected.error),
        path,
      ).toBeTruthy();
      // `inspect` gives the reason of the report.
      const told = report.rules.find(
        ({ reasons, files: names }) => reasons && names.includes(path),
      );
      if (told !== undefined && inspected.damage !== undefined)
        expect(told.reasons, path).toContain(inspected.damage.reason);
    }
  });
});
