import { zstdCompressSync } from "node:zlib";
import { createXXHash128, xxhash128 } from "hash-wasm";
import {
  type Destination,
  type FileEntry,
  type Manifest,
  partCount,
  FRAME_BYTES,
  type PlannedObject,
  type UploadAuthBody,
} from "@swath/contract/uploads";
import { applanixFile } from "../../../../../tools/sample/applanix-writer.ts";
import { fmsLog, flightPlan, kmlText } from "../../../../../tools/sample/document-writer.ts";
import { lazShaped } from "../../../../../tools/sample/las-writer.ts";
import { zipArchive, zipMember } from "../../../../../tools/testing/zip-writer.ts";

const hasher = await createXXHash128();

export interface SourceFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly zipped: boolean;
  /** Offsets of the segments that are sent as they are nevertheless. */
  readonly plainAt?: readonly number[];
  readonly destination: Destination;
}

/** Makes each content once: what asks for the same again gets the same bytes, which nobody changes. */
function madeOnce<T extends unknown[]>(make: (...of: T) => Buffer): (...of: T) => Buffer {
  const made = new Map<string, Buffer>();
  return (...of) => {
    const key = JSON.stringify(of);
    const bytes = made.get(key) ?? make(...of);
    made.set(key, bytes);
    return bytes;
  };
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

/** Noise behind the beginning that a reader looks for. */
function headed(head: Uint8Array, length: number, seed: number): Buffer {
  const bytes = noise(length, seed);
  bytes.set(head);
  return bytes;
}

export const RIG_SERIALS = { laser: "5060445", pos: "5268" };
const TAKE_OFF = Date.UTC(2026, 2, 14, 1);

/** A POS recording of a minute, with noise behind it. */
export const gpsBytes = madeOnce(
  (length: number, seed: number, serial: string = RIG_SERIALS.pos) => {
    const span = { start: TAKE_OFF, end: TAKE_OFF + 60_000, latitude: -37, longitude: 145 };
    return headed(applanixFile({ ...span, serial }), length, seed);
  },
);

export const rangeBytes = madeOnce(
  (length: number, seed: number, serial: string = RIG_SERIALS.laser) =>
    headed(Buffer.from(`Laser Serial No: ${serial}\r\n`), length, seed),
);

export const lazBytes = madeOnce((length: number, seed: number) => {
  const place = { latitude: -37, longitude: 145 };
  return headed(lazShaped({ pointFormat: 6, points: 10, seed, ...place }), length, seed);
});

/** A flight plan, beside a picture that makes it large. */
export const planBytes = madeOnce((length: number, seed: number) => {
  const plan = Buffer.from(kmlText("plan", flightPlan(145, -37, true)));
  const members = [zipMember("doc.kml", plan), zipMember("cover.jpg", noise(length, seed))];
  return Buffer.from(zipArchive(members));
});

/** A range file that is compressed in one frame, and one that takes two. */
const ONE_FRAME = 1_100_000;
export const TWO_FRAMES = FRAME_BYTES + 600_000;

/** A LiDAR folder that keeps every rule: bundled files, and compressed and raw ones of their own. */
export function lidarFolder(flightId: string, rangeLength = ONE_FRAME): SourceFile[] {
  const log = { flightId, projectIds: ["PRJ10001"], start: TAKE_OFF, end: TAKE_OFF + 60_000 };
  const files: [string, Buffer][] = [
    [`${flightId}.pdf`, noise(3_000, 1)],
    [`${flightId}.xls`, noise(2_000, 2)],
    [`${flightId}_01.kmz`, noise(1_500, 3)],
    ["PRJ10001_plan.kmz", planBytes(1_200_000, 4)],
    ["FMS_Flight_Log_20260314.log", Buffer.from(fmsLog(log))],
    [`${flightId}_01/${flightId}_01.000`, gpsBytes(1_300_000, 6)],
    [`${flightId}_01/${flightId}_01.001`, gpsBytes(700_001, 7)],
    [`${flightId}_01/${flightId}_01_0001.range`, rangeBytes(rangeLength, 8)],
  ];
  return files.map(([name, bytes]) => ({
    path: `${flightId}_045/${name}`,
    bytes,
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
  for (let at = 0; at < bytes.length; at += FRAME_BYTES)
    pieces.push(zstdCompressSync(bytes.subarray(at, at + FRAME_BYTES)));
  return Buffer.concat(pieces);
}

interface SentSegment {
  readonly sent: Buffer;
  readonly xxh128: string;
}
/** By content, as many tests send the same. */
const sentSegments = new WeakMap<Buffer, Map<string, Promise<SentSegment>>>();

/** A piece of a file as it is sent. */
function sentSegment(bytes: Buffer, at: number, end: number, asFrames: boolean) {
  const known = sentSegments.get(bytes) ?? new Map<string, Promise<SentSegment>>();
  sentSegments.set(bytes, known);
  const key = `${at} ${end} ${asFrames}`;
  const make = async (): Promise<SentSegment> => {
    const source = bytes.subarray(at, end);
    return { sent: asFrames ? frames(source) : source, xxh128: await xxhash128(source) };
  };
  const made = known.get(key) ?? make();
  known.set(key, made);
  return made;
}

/** A planned object as it is posted, and what is announced of it. */
export async function storedObject(object: PlannedObject, files: readonly SourceFile[]) {
  const segments: UploadAuthBody["segments"] = [];
  const stored: Buffer[] = [];
  for (const { file, offset, length } of object.segments) {
    const { bytes, zipped, plainAt } = files[file]!;
    const isPlain = plainAt?.includes(offset) ?? false;
    const { sent, xxh128 } = await sentSegment(bytes, offset, offset + length, zipped && !isPlain);
    const claim = { storedBytes: sent.length, xxh128 };
    segments.push(isPlain ? { ...claim, zipped: false } : claim);
    stored.push(sent);
  }
  return announced(Buffer.concat(stored), segments);
}

export function announced(bytes: Buffer, segments: UploadAuthBody["segments"]) {
  const checksum = Buffer.from(hasher.init().update(bytes).digest("binary")).toString("base64");
  return { bytes, size: bytes.length, checksum, segments };
}
