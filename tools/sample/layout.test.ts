import { createHash } from "node:crypto";
import { UPLOAD_TYPES, type UploadType } from "@swath/contract/uploads";
import { validateFolder } from "@swath/survey";
import { expect, test } from "vitest";
import { flightContent, sampleFlight } from "./sample-flight.ts";
import { baseFolder, layout } from "./layout.ts";
import type { SampleFile } from "./sample-file.ts";

const SENSORS: readonly (readonly [UploadType, string])[] = [
  ["LiDAR", "Optech Galaxy Prime - 045"],
  ["LiDAR", "Galaxy CM2000 - 362"],
  ["OptechGPS", "Optech Galaxy Prime - 045"],
  ["OptechGPS", "Galaxy CM2000 - 362"],
  ["MediumFormatImagery", "P1-0027"],
  ["MediumFormatImagery", "P1-0362"],
  ["MediumFormatImagery", "Vexcel Osprey - 031"],
  ["MediumFormatImageryGPS", "P1-0027"],
  ["MediumFormatImageryGPS", "P1-0362"],
  ["LargeFormatImagery", "Visionmap A3 - 011"],
  ["LargeFormatImagery", "DMC - 27"],
  ["LargeFormatImagery", "UltraCam - 012"],
  ["LargeFormatImageryGPS", "Visionmap A3 - 011"],
  ["LargeFormatImageryGPS", "DMC - 27"],
  ["TerrainMapperLAZ", "Leica Terrain Mapper - 521"],
  ["TerrainMapperSOL", "Leica Terrain Mapper - 521"],
  ["TerrainMapperGPS", "Leica Terrain Mapper - 521"],
  ["TerrainMapperRAW", "Leica Terrain Mapper - 521"],
  ["TerrainMapperLIDAR", "Leica Terrain Mapper - 521"],
  ["TerrainMapperImagery", "Leica Terrain Mapper - 521"],
];

function contentOf(type: UploadType, sensor: string): ReturnType<typeof flightContent> {
  const none = { laserSerial: undefined, posSerial: undefined, wheelsUp: undefined };
  const options = {
    sensor,
    ...none,
    wheelsDown: undefined,
    projects: [],
    simultaneous: false,
    seed: "",
  };
  const flight = sampleFlight("FL000123", undefined, type, options);
  if (flight === undefined) throw new Error("no flight");
  return flightContent({ ...flight, wheelsDown: flight.wheelsUp + 600_000 }, 2_000_000);
}

function bytesOf(file: SampleFile): Buffer {
  const made = file.content();
  return Buffer.concat(made instanceof Uint8Array ? [made] : [...made]);
}

test("there is a sample of every upload type", () => {
  expect(new Set(SENSORS.map(([type]) => type))).toEqual(new Set(UPLOAD_TYPES));
});

test.each(SENSORS)("the %s sample of %s breaks no rule on names and minimums", (type, sensor) => {
  const content = contentOf(type, sensor);
  const files = layout(content).map((file) => ({
    path: `${baseFolder(content)}/${file.path}`,
    size: bytesOf(file).length,
  }));
  const request = { flightId: "FL000123", sensorName: sensor, uploadType: type, files };
  expect(validateFolder(request)).toMatchObject({ findings: [], blocked: false });
});

function digest(): string {
  const hash = createHash("sha256");
  for (const file of layout(contentOf("LiDAR", "Optech Galaxy Prime - 045")))
    hash.update(file.path).update(bytesOf(file));
  return hash.digest("hex");
}

test("a folder made twice is the same to the byte", () => {
  expect(digest()).toBe(digest());
});

test("the range file is as large as asked, to the byte", () => {
  const files = layout(contentOf("LiDAR", "Optech Galaxy Prime - 045"));
  const large = files.find(({ path }) => path.endsWith("_01_0002.range"));
  expect(large && bytesOf(large).length).toBe(2_000_000);
});
