import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sensorNumber } from "@swath/contract/ids";
import type { UploadType } from "@swath/contract/upload-types";
import { lidarLike, noise } from "./material.ts";

const PART = 209_715_200;
const CHUNK = 10_485_760;

/** 2 GB in ten files that no compressor shrinks; 2 GB of scanner records; 5,000 files of 20 kB. */
export type FolderKind = "incompressible" | "compressible" | "small";

export const UPLOAD_TYPE: Readonly<Record<FolderKind, UploadType>> = {
  incompressible: "TerrainMapperLAZ",
  compressible: "LiDAR",
  small: "LiDAR",
};

const small = (text: string): Buffer[] => [Buffer.from(text)];

function lidarFrame(flightId: string): Map<string, readonly Buffer[]> {
  return new Map([
    ["PRJ10000_plan.kmz", small("PK")],
    ["FMS_Flight_Log_0001.log", small("PRJ10000\n")],
    [`${flightId}_01/${flightId}_01.000`, small("$GRP")],
  ]);
}

/** Chunks of fresh bytes until a file is whole. */
function chunks(
  bytes: number,
  make: (bytes: number, seed: number) => Buffer,
  seed: number,
): Buffer[] {
  return Array.from({ length: Math.ceil(bytes / CHUNK) }, (_, n) =>
    make(Math.min(CHUNK, bytes - n * CHUNK), seed * 1000 + n),
  );
}

/** Writes a folder below a place and gives its path; one file at a time, so that little is held. */
export function writeFolder(
  place: string,
  kind: FolderKind,
  flight: { flightId: string; sensorName: string },
): string {
  const folder = join(place, `${flight.flightId}_${sensorNumber(flight.sensorName)}`);
  const write = (name: string, content: readonly Buffer[]): void => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.concat(content));
  };
  const { flightId } = flight;
  if (kind === "incompressible") {
    for (let n = 0; n < 10; n++) write(`${n}.laz`, chunks(PART, noise, n + 1));
    return folder;
  }
  for (const [name, content] of lidarFrame(flightId)) write(name, content);
  const part = (n: number): string => `${flightId}_${String(n).padStart(2, "0")}`;
  if (kind === "compressible") {
    for (let n = 0; n < 10; n++)
      write(`${part(1)}/${part(1)}_${n}.range`, chunks(PART, lidarLike, n + 1));
    return folder;
  }
  write(`${part(1)}/${part(1)}.range`, [lidarLike(20_000, 7)]);
  for (let n = 1; n <= 5; n++)
    for (let series = n === 1 ? 1 : 0; series < 1000; series++)
      write(`${part(n)}/${part(n)}.${String(series).padStart(3, "0")}`, [
        lidarLike(20_000, n * 1000 + series),
      ]);
  for (let n = 2; n <= 5; n++) write(`${part(n)}/${part(n)}.range`, [lidarLike(20_000, n)]);
  return folder;
}
