import type { FlightContent } from "./flight-content.ts";
import { noiseFile } from "./image-writer.ts";
import { lazShaped } from "./las-writer.ts";
import { randomFrom } from "./random.ts";
import { type SampleFile, sampleFile } from "./sample-file.ts";

const FILE_BYTES = 400_000;
const STRIPS = 4;
const STRIP_POINTS = 60_000;

/** LAZ strips: shaped like LAZ, or copies of real ones. */
export function lazLayout(content: FlightContent, copies: readonly SampleFile[]): SampleFile[] {
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

export function solLayout(content: FlightContent): SampleFile[] {
  return noise(content, `${content.flight.flightId}.sol`);
}

export function terrainGpsLayout(content: FlightContent): SampleFile[] {
  return noise(content, "MM1/GPS/session_0001.dat");
}

/** Everything a Terrain Mapper recorded. */
export function terrainRawLayout(content: FlightContent): SampleFile[] {
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
export function terrainLidarLayout(content: FlightContent): SampleFile[] {
  const gps = "MM1/GPS/session_0001.dat";
  return noise(content, gps, "MM2/lidar_0001.pack", "MM2/TimeSync_0001.raw");
}

/** The imagery part of a recording. */
export function terrainImageryLayout(content: FlightContent): SampleFile[] {
  const gps = "MM1/GPS/session_0001.dat";
  return noise(content, gps, "MM2/image_0001.raw", "MM2/ImageryReturn_0001.dat");
}
