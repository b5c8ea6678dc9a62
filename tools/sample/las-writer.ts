import { chunkTableBytes } from "@swath/pointcloud/laz";
import { BinaryWriter } from "./binary-writer.ts";
import { randomFrom } from "./random.ts";

export interface LasContent {
  /** 6, 7 or 8 (RGBN). */
  readonly pointFormat: number;
  readonly points: number;
  readonly longitude: number;
  readonly latitude: number;
  readonly seed: number;
}

const HEADER_BYTES = 375;
const VLR_HEADER_BYTES = 54;
const LASZIP_VLR_BYTES = 40;
const RECORD_BYTES: Readonly<Record<number, number>> = { 6: 30, 7: 36, 8: 38 };
const COMPRESSED = 0x80;
const CHUNK_POINTS = 50_000;
/** The place of the chunk table stands before the points. */
const POINTER_BYTES = 8;

/**
 * A file with the header of a LAZ (ASPRS LAS 1.4-R15, table 3; LASzip's bit 7 of the point format
 * and its record 22204), followed by noise in place of compressed points and the table of its chunks: good for
 * readers of headers, not for decoders of points.
 */
export function lazShaped(content: LasContent): Uint8Array {
  const pointBytes = RECORD_BYTES[content.pointFormat];
  if (pointBytes === undefined) throw new Error(`no point format ${content.pointFormat}`);
  const offset = HEADER_BYTES + VLR_HEADER_BYTES + LASZIP_VLR_BYTES;
  const chunkBytes = chunksOf(content.points).map((points) => Math.ceil((points * pointBytes) / 6));
  const table = offset + POINTER_BYTES + chunkBytes.reduce((sum, bytes) => sum + bytes, 0);
  const chunks = chunkBytes.map((bytes) => ({ points: 0, bytes }));
  const tableBytes = chunkTableBytes(chunks, false);
  const writer = new BinaryWriter(table + tableBytes.length);
  header(writer, content, offset, pointBytes);
  writer.skip(2).text("laszip encoded", 16).u16(22204).u16(LASZIP_VLR_BYTES).text("laszip", 32);
  writer.u16(3).u16(0).u8(3).u8(4).u16(3).u32(0).u32(CHUNK_POINTS).skip(16).u16(1);
  writer.u16(10).u16(pointBytes).u16(3);
  writer.u64(table);
  const random = randomFrom(content.seed);
  for (let i = writer.position; i < table; i++) writer.bytes[i] = random() * 256;
  writer.bytes.set(tableBytes, table);
  return writer.bytes;
}

/** How many points each chunk has. */
const chunksOf = (points: number): number[] =>
  Array.from({ length: Math.ceil(points / CHUNK_POINTS) }, (_, chunk) =>
    Math.min(CHUNK_POINTS, points - chunk * CHUNK_POINTS),
  );

function header(writer: BinaryWriter, content: LasContent, offset: number, point: number): void {
  writer.text("LASF").u16(0).u16(0x11).skip(16).u8(1).u8(4);
  writer.text("SWATH SAMPLE", 32).text("swath sample", 32).u16(73).u16(2026);
  writer
    .u16(HEADER_BYTES)
    .u32(offset)
    .u32(1)
    .u8(content.pointFormat | COMPRESSED)
    .u16(point);
  writer
    .skip(4 + 20)
    .f64(1e-7)
    .f64(1e-7)
    .f64(0.001)
    .f64(0)
    .f64(0)
    .f64(0);
  writer.f64(content.longitude + 0.02).f64(content.longitude);
  writer
    .f64(content.latitude + 0.02)
    .f64(content.latitude)
    .f64(420)
    .f64(80);
  writer
    .u64(0)
    .u64(0)
    .u32(0)
    .u64(content.points)
    .u64(content.points)
    .skip(14 * 8);
}
