import { MAX_COMPRESSION_WORKERS } from "@swath/contract/limits";
import type { CompressionResult, CompressionWorker, Compressor } from "../ports/compressor.ts";
import { WorkerCalls } from "./worker-calls.ts";

/** Compresses with Zstandard in WebAssembly, one worker for each core up to four. */
export class BrowserCompressor implements Compressor {
  readonly workers = Math.min(MAX_COMPRESSION_WORKERS, navigator.hardwareConcurrency);

  start(): CompressionWorker {
    const calls = new WorkerCalls(startWorker);
    return {
      compress: async (pieces) => {
        const transfer = [...new Set(pieces.map(({ bytes }) => bytes.buffer))];
        const answer = await calls.call<CompressionResult>(pieces, transfer);
        return answer.kind === "answered" ? answer.value : { ok: false, reason: answer.reason };
      },
      close: () => calls.close(),
    };
  }
}

function startWorker(): Worker {
  return new Worker(new URL("./compress.worker.ts", import.meta.url), { type: "module" });
}
