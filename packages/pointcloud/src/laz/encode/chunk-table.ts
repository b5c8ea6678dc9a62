import { IntegerModel } from "@swath/survey/laz";
import { ArithmeticEncoder } from "./arithmetic-encoder.ts";

/** A chunk that is written: its points and bytes. */
export interface WrittenChunk {
  readonly points: number;
  readonly bytes: number;
}

/** The table of a file's chunks (LASzip specification, 6); `isVariable` where each has points of its own. */
export function chunkTableBytes(chunks: readonly WrittenChunk[], isVariable: boolean): Uint8Array {
  const encoder = new ArithmeticEncoder();
  const model = new IntegerModel(32, 2);
  let before: WrittenChunk = { points: 0, bytes: 0 };
  for (const chunk of chunks) {
    if (isVariable) encoder.integer(model, before.points, chunk.points, 0);
    encoder.integer(model, before.bytes, chunk.bytes, 1);
    before = chunk;
  }
  if (chunks.length > 0) encoder.end();
  const { bytes } = encoder;
  const table = new Uint8Array(8 + bytes.length);
  new DataView(table.buffer).setUint32(4, chunks.length, true);
  table.set(bytes, 8);
  return table;
}
