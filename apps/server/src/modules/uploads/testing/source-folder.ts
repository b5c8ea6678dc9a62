import { zstdCompressSync } from "node:zlib";
import { createXXHash128, xxhash128 } from "hash-wasm";
import {
  type Destination,
  type FileEntry,
  type Manifest,
  partCount,
  PIECE_BYTES,
  type PlannedObject,
  type UploadAuthBody,
} from "@swath/contract/uploads";

const hasher = await createXXHash128();

export interface SourceFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly zipped: boolean;
  /** Offsets of the segments that are sent as they are nevertheless. */
  readonly plainAt?: readonly number[];
  readonly destination: Destination;
}

/** Bytes that differ by seed and do not shrink. */
export function noise(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed * 2_654_435_761 + 1;
  for (let i = 0; i + 4 <= length; i += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes.writeUInt32LE(state, i);
  }
  return bytes;
}

const RAW = /\.(?:pdf|kmz|laz|csv)$/;

/** A LiDAR folder that keeps every rule: bundled files, and compressed and raw ones of their own. */
export function lidarFolder(flightId: string): SourceFile[] {
  const names: [string, number][] = [
    [`${flightId}.pdf`, 3_000],
    [`${flightId}.xls`, 2_000],
    [`${flightId}_01.kmz`, 1_500],
    ["PRJ10001_plan.kmz", 1_200_000],
    ["FMS_Flight_Log_20260314.log", 4_000],
    [`${flightId}_01/${flightId}_01.000`, 1_300_000],
    [`${flightId}_01/${flightId}_01.001`, 700_001],
    [`${flightId}_01/${flightId}_01_0001.range`, 9_000_000],
  ];
  return names.map(([name, size], index) => ({
    path: `${flightId}_045/${name}`,
    bytes: noise(size, index + 1),
    zipped: !RAW.test(name),
    destination: "LiDAR",
  }));
}

export function manifestOf(
  upload: Pick<Manifest, "flightId" | "uploadId" | "uploadType" | "sensorName">,
  files: readonly SourceFile[],
  isUpdate = false,
): Manifest {
  return {
    ...upload,
    isUpdate,
    baseFolder: files[0]!.path.split("/")[0]!,
    files: files.map(({ path, bytes, zipped, destination }): FileEntry => ({
      fileName: path.split("/").at(-1)!,
      fullPath: path,
      originalSize: bytes.length,
      parts: partCount(bytes.length),
      zipped,
      destination,
    })),
  };
}

function frames(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    pieces.push(zstdCompressSync(bytes.subarray(at, at + PIECE_BYTES)));
  return Buffer.concat(pieces);
}

/** A planned object as it is posted, and what is announced of it. */
export async function storedObject(object: PlannedObject, files: readonly SourceFile[]) {
  const segments: UploadAuthBody["segments"] = [];
  const stored: Buffer[] = [];
  for (const { file, offset, length } of object.segments) {
    const { bytes, zipped, plainAt } = files[file]!;
    const source = bytes.subarray(offset, offset + length);
    const isPlain = plainAt?.includes(offset) ?? false;
    const sent = zipped && !isPlain ? frames(source) : source;
    const claim = { storedBytes: sent.length, xxh128: await xxhash128(source) };
    segments.push(isPlain ? { ...claim, zipped: false } : claim);
    stored.push(sent);
  }
  return announced(Buffer.concat(stored), segments);
}

export function announced(bytes: Buffer, segments: UploadAuthBody["segments"]) {
  const checksum = Buffer.from(hasher.init().update(bytes).digest("binary")).toString("base64");
  return { bytes, size: bytes.length, checksum, segments };
}
