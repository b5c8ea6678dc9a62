import { chunkTableBytes } from "@swath/pointcloud/laz";

const POINTER_BYTES = 8;

/** A file of nothing but the place of a table, room for its chunks, and the table. */
export function withTable(table: Uint8Array, place: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(place + table.length);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(place), true);
  bytes.set(table, place);
  return bytes;
}

/** The same with the table of chunks of these points and bytes, which may be none that fit. */
export function chunkedFile(
  chunks: readonly (readonly [points: number, bytes: number])[],
  isVariable: boolean,
): Uint8Array<ArrayBuffer> {
  const written = chunks.map(([points, bytes]) => ({ points, bytes }));
  const room = written.reduce((sum, { bytes }) => sum + Math.max(0, bytes), 0);
  return withTable(chunkTableBytes(written, isVariable), POINTER_BYTES + room);
}
