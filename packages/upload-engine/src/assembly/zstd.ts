import type { Chunk, CompressionResult } from "../ports/preparer.ts";

/** Zstandard's level in the browser and on Node: higher ones take longer than the bytes they save. */
export const ZSTD_LEVEL = 3;

/** Compresses chunk after chunk, each into one frame; a failure gives the source chunks back. */
export async function compressChunks(
  chunks: readonly Chunk[],
  compress: (bytes: Chunk["bytes"]) => Uint8Array | Promise<Uint8Array>,
): Promise<CompressionResult> {
  try {
    const frames: Chunk[] = [];
    for (const { index, bytes } of chunks)
      frames.push({ index, bytes: (await compress(bytes)) as Chunk["bytes"] });
    return { ok: true, frames };
  } catch (error) {
    return { ok: false, reason: String(error), chunks };
  }
}
