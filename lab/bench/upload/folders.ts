import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sensorNumber } from "@swath/contract/ids";
import type { UploadType } from "@swath/contract/uploads";
import type { ReadyUpload } from "../../../e2e/api.ts";
import { type Headers, headersOf } from "./headers.ts";

/** A small seeded generator (mulberry32): the same bytes on every run. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
}

/** Bytes that no compressor shrinks. */
function noise(bytes: number, seed: number): Buffer<ArrayBuffer> {
  const next = random(seed);
  const words = new Uint32Array(Math.ceil(bytes / 4));
  for (let i = 0; i < words.length; i++) words[i] = next();
  return Buffer.from(words.buffer, 0, bytes);
}

const RECORD_BYTES = 28;

/** Records like a scanner's: slow coordinates, noisy ranges and intensities; zstd shrinks them about 1.4 times. */
function lidarLike(bytes: number, seed: number): Buffer<ArrayBuffer> {
  const next = random(seed);
  const records = Buffer.alloc(Math.ceil(bytes / RECORD_BYTES) * RECORD_BYTES);
  let time = 152_100 + (seed % 1000);
  for (let at = 0; at < records.length; at += RECORD_BYTES) {
    const n = at / RECORD_BYTES;
    time += 2e-6;
    records.writeInt32LE(30_000_000 + n * 3 + (next() & 0x3ff), at);
    records.writeInt32LE(-12_000_000 + (n % 4096) * 7 + (next() & 0x3ff), at + 4);
    records.writeInt32LE(45_000 + (next() & 0x1fff), at + 8);
    records.writeUInt16LE(next() & 0xfff, at + 12);
    records.writeUInt16LE(0x0101, at + 14);
    records.writeDoubleLE(time, at + 16);
    records.writeUInt32LE((n * 17) & 0xffff, at + 24);
  }
  return records.subarray(0, bytes);
}

const PART = 209_715_200;
const CHUNK = 10_485_760;

/**
 * 2 GB in ten files that no compressor shrinks; 2 GB of scanner records; 5,000 files of 20 kB; 50,000
 * of 10 kB, which is measured when asked for.
 */
export type FolderKind = "incompressible" | "compressible" | "small" | "many";

export const UPLOAD_TYPE: Readonly<Record<FolderKind, UploadType>> = {
  incompressible: "TerrainMapperLAZ",
  compressible: "LiDAR",
  small: "LiDAR",
  many: "LiDAR",
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

type BenchFlight = Pick<ReadyUpload, "flightId" | "sensorName" | "wheels">;

type WriteFile = (name: string, content: readonly Buffer[]) => void;

function newFolder(place: string, flight: BenchFlight): { folder: string; write: WriteFile } {
  const folder = join(place, `${flight.flightId}_${sensorNumber(flight.sensorName)}`);
  const write: WriteFile = (name, content) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.concat(content));
  };
  return { folder, write };
}

/** Writes files of these sizes that no compressor shrinks, and gives their folder. */
export function writeClouds(place: string, flight: BenchFlight, sizes: readonly number[]): string {
  const { folder, write } = newFolder(place, flight);
  const { laz } = headersOf(flight, "TerrainMapperLAZ");
  for (const [n, bytes] of sizes.entries())
    write(`${n}.laz`, headed(laz, chunks(bytes, noise, n + 1)));
  return folder;
}

/** Writes flight parts (five) of so many small files each, and gives their folder. */
export function writeSmallFiles(
  place: string,
  flight: BenchFlight,
  {
    parts = 5,
    series,
    bytes,
  }: { readonly parts?: number; readonly series: number; readonly bytes: number },
): string {
  const { folder, write } = newFolder(place, flight);
  const headers = headersOf(flight, "LiDAR");
  writeFrame(write, flight.flightId, headers);
  for (let n = 1; n <= parts; n++) {
    const part = `${flight.flightId}_${String(n).padStart(2, "0")}`;
    const range = lidarLike(bytes, n);
    write(`${part}/${part}.range`, headed(headers.range, [range]));
    for (let k = n === 1 ? 1 : 0; k < series; k++)
      write(
        `${part}/${part}.${String(k).padStart(3, "0")}`,
        headed(headers.gps, [lidarLike(bytes, n * 1000 + k)]),
      );
  }
  return folder;
}

function writeFrame(write: WriteFile, flightId: string, headers: Headers): void {
  for (const [name, content] of lidarFrame(flightId, headers)) write(name, [Buffer.from(content)]);
}

/** Writes a folder below a place and gives its path; one file at a time, so that little is held. */
export function writeFolder(place: string, kind: FolderKind, flight: BenchFlight): string {
  if (kind === "incompressible")
    return writeClouds(
      place,
      flight,
      Array.from({ length: 10 }, () => PART),
    );
  if (kind === "many")
    return writeSmallFiles(place, flight, { parts: 50, series: 1000, bytes: 10_000 });
  if (kind === "small") return writeSmallFiles(place, flight, { series: 1000, bytes: 20_000 });
  const { folder, write } = newFolder(place, flight);
  const { flightId } = flight;
  const headers = headersOf(flight, UPLOAD_TYPE[kind]);
  writeFrame(write, flightId, headers);
  const part = `${flightId}_01`;
  for (let n = 0; n < 10; n++)
    write(`${part}/${part}_${n}.range`, headed(headers.range, chunks(PART, lidarLike, n + 1)));
  return folder;
}
