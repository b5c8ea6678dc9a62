import { compress, init } from "@bokuweb/zstd-wasm";
import { serveCalls, transferred } from "@swath/worker-rpc";
import { compressChunks, ZSTD_LEVEL } from "../../assembly/zstd.ts";
import type { Chunk, CompressionResult } from "../../ports/preparer.ts";

export interface CompressCalls {
  compress(chunks: readonly Chunk[]): CompressionResult;
}

const ready = init();

serveCalls<CompressCalls>({
  compress: async (chunks) => {
    await ready;
    const result = await compressChunks(chunks, (bytes) => compress(bytes, ZSTD_LEVEL));
    const given = result.ok ? result.frames : chunks;
    return transferred(
      result,
      given.map(({ bytes }) => bytes.buffer),
    );
  },
});
