import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sensorNumber } from "@swath/contract/ids";
import type { UploadType } from "@swath/contract/uploads";
import { type Headers, headersOf } from "./headers.ts";
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

function lidarFrame(flightId: string, { plan, fmsLog, gps }: Headers): Map<string, Uint8Array> {
  return new Map([
    [plan.name, plan.bytes],
    ["FMS_Flight_Log_0001.log", fmsLog],
    [`${flightId}_01/${flightId}_01.000`, gps],
  ]);
}

/** Overwrites the beginning of content with a header; the length stays. */
function headed(header: Uint8Array, content: readonly Buffer[]): readonly Buffer[] {
  content[0]?.set(header);
  return content;
}

/** Chunks of new bytes up to the file's length. */
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
  const headers = headersOf(flightId, flight.sensorName, UPLOAD_TYPE[kind]);
  if (kind === "incompressible") {
    for (let n = 0; n < 10; n++) write(`${n}.laz`, headed(headers.laz, chunks(PART, noise, n + 1)));
    return folder;
  }
  for (const [name, content] of lidarFrame(flightId, headers)) write(name, [Buffer.from(content)]);
  const part = (n: number): string => `${flightId}_${String(n).padStart(2, "0")}`;
  if (kind === "compressible") {
    for (let n = 0; n < 10; n++)
      write(
        `${part(1)}/${part(1)}_${n}.range`,
        headed(headers.range, chunks(PART, lidarLike, n + 1)),
      );
    return folder;
  }
  write(`${part(1)}/${part(1)}.range`, headed(headers.range, [lidarLike(20_000, 7)]));
  for (let n = 1; n <= 5; n++)
    for (let series = n === 1 ? 1 : 0; series < 1000; series++)
      write(
        `${part(n)}/${part(n)}.${String(series).padStart(3, "0")}`,
        headed(headers.gps, [lidarLike(20_000, n * 1000 + series)]),
      );
  for (let n = 2; n <= 5; n++)
    write(`${part(n)}/${part(n)}.range`, headed(headers.range, [lidarLike(20_000, n)]));
  return folder;
}
