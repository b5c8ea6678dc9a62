import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { createLazPerf } from "laz-perf";

/** A point as the comparisons need it; m where the file's unit is m. */
export interface LasPoint {
  x: number;
  y: number;
  z: number;
  returnNumber: number;
  returnCount: number;
  classification: number;
  sourceId: number;
}

const CHUNK_POINTS = 65_536;
const HEADER_BYTES = 375;
const WITHHELD = 4;
/** Bit of the point format that says that points are compressed (LASzip). */
const COMPRESSED = 0x80;

const lazPerf = await createLazPerf();

function bytesAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let have = 0;
  while (have < length) {
    const count = readSync(file, bytes, have, length - have, position + have);
    if (count === 0) break;
    have += count;
  }
  return bytes.subarray(0, have);
}

/** Where a header keeps what (ASPRS LAS 1.4-R15, table 3). */
function headerOf(file: number) {
  const header = bytesAt(file, 0, HEADER_BYTES);
  if (header.toString("latin1", 0, 4) !== "LASF") throw new Error("is no LAS file");
  const stated = header.readUInt8(104);
  const format = stated & ~COMPRESSED;
  if (format > 10) throw new Error(`point format ${format} is not compared`);
  const legacy = header.readUInt32LE(107);
  const count = header.readUInt8(25) >= 4 ? Number(header.readBigUInt64LE(247)) : legacy;
  const triple = (at: number): number[] => [0, 8, 16].map((step) => header.readDoubleLE(at + step));
  return {
    format,
    isCompressed: stated >= COMPRESSED,
    offset: header.readUInt32LE(96),
    length: header.readUInt16LE(105),
    count: count === 0 ? legacy : count,
    scale: triple(131),
    origin: triple(155),
  };
}

/** Reads a point record of formats 0 to 5 (tables 7 to 12) or 6 to 10 (tables 13 to 19). */
function fieldsOf(record: Buffer, at: number, format: number, point: LasPoint): boolean {
  const returns = record.readUInt8(at + 14);
  if (format < 6) {
    const classes = record.readUInt8(at + 15);
    point.returnNumber = returns & 7;
    point.returnCount = (returns >> 3) & 7;
    point.classification = classes & 31;
    point.sourceId = record.readUInt16LE(at + 18);
    return classes < 128;
  }
  point.returnNumber = returns & 15;
  point.returnCount = returns >> 4;
  point.classification = record.readUInt8(at + 16);
  point.sourceId = record.readUInt16LE(at + 20);
  return (record.readUInt8(at + 15) & WITHHELD) === 0;
}

type Header = ReturnType<typeof headerOf>;

/** Records of an uncompressed file, some at once. */
function* plainRecords(file: number, { offset, length, count }: Header): Generator<Buffer> {
  for (let first = 0; first < count; first += CHUNK_POINTS) {
    const points = Math.min(CHUNK_POINTS, count - first);
    const records = bytesAt(file, offset + first * length, points * length);
    if (records.length < points * length) throw new Error("is shorter than its header says");
    yield records;
  }
}

/** Records of a compressed file, as laz-perf reads them. */
function* unpackedRecords(path: string, { length, count }: Header): Generator<Buffer> {
  const bytes = readFileSync(path);
  const [whole, record] = [lazPerf._malloc(bytes.length), lazPerf._malloc(length)];
  lazPerf.HEAPU8.set(bytes, whole);
  const laszip = new lazPerf.LASZip();
  try {
    laszip.open(whole, bytes.length);
    for (let first = 0; first < count; first += CHUNK_POINTS) {
      const points = Math.min(CHUNK_POINTS, count - first);
      const records = Buffer.alloc(points * length);
      for (let at = 0; at < records.length; at += length) {
        laszip.getPoint(record);
        records.set(lazPerf.HEAPU8.subarray(record, record + length), at);
      }
      yield records;
    }
  } finally {
    laszip.delete();
    lazPerf._free(whole);
    lazPerf._free(record);
  }
}

/**
 * Gives every point of a LAS or LAZ file that is not withheld, always in the same object: a reader of its
 * own, so that what wrote the file is not judged by its own code. Answers how many.
 */
export function eachLasPoint(path: string, see: (point: LasPoint) => void): number {
  const file = openSync(path, "r");
  try {
    const header = headerOf(file);
    const { format, isCompressed, length, count, scale, origin } = header;
    const point = {
      x: 0,
      y: 0,
      z: 0,
      returnNumber: 0,
      returnCount: 0,
      classification: 0,
      sourceId: 0,
    };
    const all = isCompressed ? unpackedRecords(path, header) : plainRecords(file, header);
    for (const records of all)
      for (let at = 0; at < records.length; at += length) {
        point.x = records.readInt32LE(at) * scale[0]! + origin[0]!;
        point.y = records.readInt32LE(at + 4) * scale[1]! + origin[1]!;
        point.z = records.readInt32LE(at + 8) * scale[2]! + origin[2]!;
        if (fieldsOf(records, at, format, point)) see(point);
      }
    return count;
  } finally {
    closeSync(file);
  }
}
