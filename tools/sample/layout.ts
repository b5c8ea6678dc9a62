import { sensorNumber } from "@swath/contract/ids";
import type { UploadType } from "@swath/contract/uploads";
import type { FlightContent } from "./sample-flight.ts";
import {
  a3GpsLayout,
  a3Layout,
  dmcGpsLayout,
  dmcLayout,
  largeLayout,
  medium362Layout,
  mediumGps362Layout,
  mediumGpsLayout,
  mediumLayout,
} from "./imagery-layout.ts";
import { lazShaped } from "./las-writer.ts";
import {
  lidar362Layout,
  lidarLayout,
  optechGps362Layout,
  optechGpsLayout,
} from "./lidar-layout.ts";
import { randomFrom } from "./random.ts";
import { type SampleFile, sampleFile } from "./sample-file.ts";
import { noiseFile } from "./sensor-file-writer.ts";

type Layout = (content: FlightContent, copies: readonly SampleFile[]) => SampleFile[];

const is362 = ({ flight }: FlightContent): boolean => sensorNumber(flight.sensorName) === "362";
const isDmc = ({ flight }: FlightContent): boolean => /^dmc/i.test(flight.sensorName);
const isA3 = ({ flight }: FlightContent): boolean => /^visionmap|\bA3\b/i.test(flight.sensorName);

function largeFormat(content: FlightContent): SampleFile[] {
  if (isDmc(content)) return dmcLayout(content);
  return isA3(content) ? a3Layout(content) : largeLayout(content);
}

const LAYOUTS: Readonly<Record<UploadType, Layout>> = {
  LiDAR: (content) => (is362(content) ? lidar362Layout(content) : lidarLayout(content)),
  OptechGPS: (content) => (is362(content) ? optechGps362Layout(content) : optechGpsLayout(content)),
  MediumFormatImagery: (content) =>
    is362(content) ? medium362Layout(content) : mediumLayout(content),
  MediumFormatImageryGPS: (content) =>
    is362(content) ? mediumGps362Layout(content) : mediumGpsLayout(content),
  LargeFormatImagery: largeFormat,
  LargeFormatImageryGPS: (content) =>
    isDmc(content) ? dmcGpsLayout(content) : a3GpsLayout(content),
  TerrainMapperLAZ: lazLayout,
  TerrainMapperSOL: solLayout,
  TerrainMapperGPS: terrainGpsLayout,
  TerrainMapperRAW: terrainRawLayout,
  TerrainMapperLIDAR: terrainLidarLayout,
  TerrainMapperImagery: terrainImageryLayout,
};

/** The files of a valid folder for the flight's upload type; `copies` are real LAZ files. */
export function layout(content: FlightContent, copies: readonly SampleFile[] = []): SampleFile[] {
  return LAYOUTS[content.flight.uploadType](content, copies);
}

/** `{FlightID}_{sensor number}`. */
export function baseFolder({ flight }: FlightContent): string {
  return `${flight.flightId}_${sensorNumber(flight.sensorName)}`;
}

const FILE_BYTES = 400_000;
const STRIPS = 4;
const STRIP_POINTS = 60_000;

/** LAZ strips: shaped like LAZ, or copies of real ones. */
function lazLayout(content: FlightContent, copies: readonly SampleFile[]): SampleFile[] {
  if (copies.length > 0) return [...copies];
  return Array.from({ length: STRIPS }, (_, i) =>
    sampleFile(`LAZ/strip_${String(i + 1).padStart(4, "0")}.laz`, () =>
      lazShaped({ ...content, points: STRIP_POINTS, seed: content.flight.seed + i }),
    ),
  );
}

function noise({ flight }: FlightContent, ...paths: readonly string[]): SampleFile[] {
  return paths.map((path, i) => sampleFile(path, () => noiseFile(FILE_BYTES, flight.seed + i)));
}

function solLayout(content: FlightContent): SampleFile[] {
  return noise(content, `${content.flight.flightId}.sol`);
}

function terrainGpsLayout(content: FlightContent): SampleFile[] {
  return noise(content, "MM1/GPS/session_0001.dat");
}

/** Everything a Terrain Mapper recorded. */
function terrainRawLayout(content: FlightContent): SampleFile[] {
  const gps = "MM1/GPS/session_0001.dat";
  const recorded = noise(content, gps, "MM2/lidar_0001.pack", "MM2/image_0001.raw");
  return [...recorded, checksumFile("MM2/image_0001", content.flight.seed)];
}

/** A file as a recorder writes the SHA-1 of another beside it; the digits are any. */
function checksumFile(path: string, seed: number): SampleFile {
  const random = randomFrom(seed);
  const digits = Array.from({ length: 40 }, () => Math.floor(random() * 16).toString(16)).join("");
  const text = `${digits} *${path.replace(/^.*\//, "")}.raw\r\n`;
  return sampleFile(`${path}.sha1`, () => new TextEncoder().encode(text));
}

/** The LiDAR part of a recording. */
function terrainLidarLayout(content: FlightContent): SampleFile[] {
  const gps = "MM1/GPS/session_0001.dat";
  return noise(content, gps, "MM2/lidar_0001.pack", "MM2/TimeSync_0001.raw");
}

/** The imagery part of a recording. */
function terrainImageryLayout(content: FlightContent): SampleFile[] {
  const gps = "MM1/GPS/session_0001.dat";
  return noise(content, gps, "MM2/image_0001.raw", "MM2/ImageryReturn_0001.dat");
}
