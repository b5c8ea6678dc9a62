import type { CompressionWorker, Compressor } from "../ports/compressor.ts";
import { WorkerCalls } from "@swath/worker-rpc";
import type { CompressCalls } from "./workers/compress.worker.ts";

/** Compresses with Zstandard in WebAssembly, one worker for each core. */
export class BrowserCompressor implements Compressor {
  readonly workers = navigator.hardwareConcurrency;

  start(): CompressionWorker {
    const calls = new WorkerCalls<CompressCalls>(startWorker);
    return {
      compress: async (chunks) => {
        const transfer = [...new Set(chunks.map(({ bytes }) => bytes.buffer))];
        const result = await calls.call("compress", chunks, transfer);
        return result.kind === "answered" ? result.value : { ok: false, reason: result.reason };
      },
      close: () => calls.close(),
    };
  }
}

function startWorker(): Worker {
  return new Worker(new URL("./workers/compress.worker.ts", import.meta.url), { type: "module" });
}
