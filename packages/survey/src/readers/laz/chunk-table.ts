import { viewOf } from "../../bytes.ts";
import type { ByteSource } from "../file-source.ts";
import type { LasHeader } from "../las-header.ts";
import { ArithmeticDecoder } from "./arithmetic-decoder.ts";
import { IntegerModel } from "./arithmetic-models.ts";

/** How points are divided, as LASzip's record states it. */
export interface LazChunking {
  /** 1: all points in one, 2: in chunks, 3: in chunks of layers. */
  readonly compressor: number;
  /** Points of a chunk; undefined where each chunk says its own. */
  readonly chunkPoints: number | undefined;
}

const VARIABLE = 0xffff_ffff;

/** How points are divided, by the data of record 22204 (LASzip specification, table 1), 16 bytes or more. */
export function lazChunking(record: DataView): LazChunking {
  const points = record.getUint32(12, true);
  const isStated = points !== VARIABLE && points !== 0;
  return { compressor: record.getUint16(0, true), chunkPoints: isStated ? points : undefined };
}

/** A run of compressed points that is decoded by itself. */
export interface LazChunk {
  readonly points: number;
  readonly start: number;
  readonly end: number;
}

type ChunkTable = { readonly chunks: readonly LazChunk[] } | { readonly fault: string };

const POINTER = 8;
/** The table's version and the number of its entries, before their codes. */
const HEAD = 8;
/** Most bytes of a chunk without points, and most of a chunk beyond the bytes of its points. */
const EMPTY_BYTES = 512;
/** Most bytes that the codes of a chunk take in the table. */
const ENTRY_BYTES = 16;
const MAX_TABLE_BYTES = 67_108_864;
/**
 * Most points in a byte of codes: a code takes at least 0.003 bits, so the coder makes some
 * thousands. A file that states more would keep its reader busy for days.
 */
const MOST_OF_BYTE = 65_536;

/**
 * The chunks of a LAZ file: the eight bytes before its points say where the table stands (−1: the
 * file's last eight do); its entries are coded as differences of points (where they vary) and bytes.
 */
export async function chunkTable(
  source: ByteSource,
  { pointOffset, pointCount, recordBytes }: Stated,
  { compressor, chunkPoints }: LazChunking,
): Promise<ChunkTable> {
  if (pointCount === 0) return { chunks: [] };
  if (compressor === 1) {
    if (pointCount > MOST_OF_BYTE * (source.size - pointOffset))
      return { fault: `states ${pointCount} points, which its bytes cannot be codes of` };
    return { chunks: [{ points: pointCount, start: pointOffset, end: source.size }] };
  }
  const [start, end] = [pointOffset + POINTER, await tablePlace(source, pointOffset)];
  if (end < start || end + HEAD > source.size)
    return { fault: "is cut off: its chunk table is missing" };
  const view = viewOf(await source.read(end, end + HEAD));
  const [version, count] = [view.getUint32(0, true), view.getUint32(4, true)];
  if (version !== 0)
    return { fault: `has a chunk table of version ${version}, which is not known` };
  const most = chunkPoints === undefined ? pointCount : Math.ceil(pointCount / chunkPoints) + 1;
  if (count > most || count > source.size) return { fault: `states ${count} chunks of points` };
  const length = Math.min(HEAD + (count + 4) * ENTRY_BYTES, MAX_TABLE_BYTES);
  const bytes = await source.read(end, Math.min(source.size, end + length));
  const points = { pointCount, recordBytes, chunkPoints };
  const chunks = chunksOf(bytes, count, { start, end }, points);
  return chunks === undefined
    ? { fault: "has a chunk table that does not fit its points" }
    : { chunks };
}

async function tablePlace(source: ByteSource, at: number): Promise<number> {
  const stated = await placeAt(source, at);
  return stated === -1 ? await placeAt(source, source.size - POINTER) : stated;
}

async function placeAt(source: ByteSource, at: number): Promise<number> {
  const bytes = await source.read(at, at + POINTER);
  if (bytes.length < POINTER) return 0;
  return Number(new DataView(bytes.buffer, bytes.byteOffset, POINTER).getBigInt64(0, true));
}

type Stated = Pick<LasHeader, "pointOffset" | "pointCount" | "recordBytes">;

type Points = Omit<Stated, "pointOffset"> & Pick<LazChunking, "chunkPoints">;

/** The chunks that a table lists, where they fit between its file's `start` and `end` and make its points. */
function chunksOf(
  table: Uint8Array,
  count: number,
  { start, end }: Omit<LazChunk, "points">,
  { pointCount, chunkPoints, recordBytes }: Points,
): LazChunk[] | undefined {
  const decoder = new ArithmeticDecoder(table, HEAD);
  const integers = new IntegerModel(32, 2);
  const chunks: LazChunk[] = [];
  let [left, at, lastPoints, lastBytes] = [pointCount, start, 0, 0];
  while (left > 0) {
    if (chunks.length === count) return undefined;
    if (chunkPoints === undefined) lastPoints = decoder.integer(integers, lastPoints, 0);
    lastBytes = decoder.integer(integers, lastBytes, 1);
    const points = Math.min(left, chunkPoints ?? lastPoints);
    if (points <= 0 || decoder.overrunBytes > 0) return undefined;
    // Codes take some space, and at most about as much as their points.
    if (points > MOST_OF_BYTE * lastBytes) return undefined;
    if (lastBytes > 2 * points * recordBytes + EMPTY_BYTES) return undefined;
    chunks.push({ points, start: at, end: at + lastBytes });
    at += lastBytes;
    left -= points;
  }
  if (at > end) return undefined;
  if (count === chunks.length) return chunks;
  // Writers may end with a chunk of no points.
  if (chunkPoints === undefined && decoder.integer(integers, lastPoints, 0) !== 0) return undefined;
  const empty = decoder.integer(integers, lastBytes, 1) <= EMPTY_BYTES;
  return empty && count === chunks.length + 1 ? chunks : undefined;
}
