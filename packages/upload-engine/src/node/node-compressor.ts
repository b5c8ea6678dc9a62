import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import type { Chunk, CompressionResult, Compressor } from "../ports/compressor.ts";

const compress = promisify(zstdCompress);
const LEVEL = 3;
/** Threads that libuv has unless told otherwise; reading files takes them too. */
const LIBUV_THREADS = 4;

async function frameOf({ index, bytes }: Chunk): Promise<Chunk> {
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL };
  const frame = await compress(bytes, { params, pledgedSrcSize: bytes.length });
  return { index, bytes: new Uint8Array(frame) };
}

async function framesOf(chunks: readonly Chunk[]): Promise<CompressionResult> {
  try {
    const frames: Chunk[] = [];
    for (const chunk of chunks) frames.push(await frameOf(chunk));
    return { ok: true, frames };
  } catch (error) {
    return { ok: false, reason: String(error), chunks };
  }
}

/** Compresses with Node's own Zstandard in libuv's threads, a chunk at a time for each worker. */
export const nodeCompressor: Compressor = {
  workers: Math.max(1, Math.min(availableParallelism(), LIBUV_THREADS - 1)),
  start: () => {
    // No promise that lives as long as the worker: whatever is raced with one is held by it.
    const under = new Set<(result: CompressionResult) => void>();
    return {
      compress: (chunks) => {
        const { promise, resolve } = Promise.withResolvers<CompressionResult>();
        under.add(resolve);
        void framesOf(chunks)
          .then(resolve)
          .finally(() => under.delete(resolve));
        return promise;
      },
      close: () => {
        for (const settle of under) settle({ ok: false, reason: "the worker was closed" });
      },
    };
  },
};
