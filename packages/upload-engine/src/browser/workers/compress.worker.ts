import { compress, init } from "@bokuweb/zstd-wasm";
import type { CompressionResult, Chunk } from "../../ports/compressor.ts";
import { serveCalls, transferred } from "@swath/worker-rpc";

const ZSTD_LEVEL = 3;

export interface CompressCalls {
  compress(chunks: readonly Chunk[]): CompressionResult;
}

const ready = init();

function compressChunk({ index, bytes }: Chunk): Chunk {
  return { index, bytes: compress(bytes, ZSTD_LEVEL) as Uint8Array<ArrayBuffer> };
}

function compressAll(chunks: readonly Chunk[]): CompressionResult {
  try {
    return { ok: true, frames: chunks.map(compressChunk) };
  } catch (error) {
    return { ok: false, reason: String(error), chunks };
  }
}

serveCalls<CompressCalls>({
  compress: async (chunks) => {
    await ready;
    const result = compressAll(chunks);
    const given = result.ok ? result.frames : chunks;
    return transferred(
      result,
      given.map(({ bytes }) => bytes.buffer),
    );
  },
});
