import { availableParallelism, totalmem } from "node:os";
import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import { compressChunks, ZSTD_LEVEL } from "../assembly/zstd.ts";
import type { CompressionResult, Compressor } from "../ports/preparer.ts";
import type { Clock, OwnPorts, Page, UploaderPorts } from "../ports/uploader-ports.ts";
import { NodePoster } from "./node-poster.ts";
import { nodePreparer } from "./node-preparer.ts";

/** An eighth of the machine's memory, 1 GB at most, may hold prepared objects. */
const MOST_MEMORY_BYTES = 1_073_741_824;

/** Everything an uploader needs of Node; `server` is what the addresses of forms are relative to, where they name no host. */
export function nodePorts({
  server,
  api,
  fingerprint,
  holder,
  bytesPerSecond = () => undefined,
}: OwnPorts & { readonly server: URL }): UploaderPorts {
  const poster = new NodePoster(server);
  return {
    api,
    fingerprint,
    holder,
    bytesPerSecond,
    clock: nodeClock,
    preparer: nodePreparer,
    page: nodePage,
    poster,
    compressor: nodeCompressor,
    memoryBytes: Math.min(MOST_MEMORY_BYTES, Math.floor(totalmem() / 8)),
    log: () => {},
    close: () => poster.close(),
  };
}

/** Node's own timers and monotonic clock. */
export const nodeClock: Clock = {
  now: () => performance.now(),
  random: () => Math.random(),
  after: (milliseconds, task) => {
    const timer = setTimeout(task, milliseconds);
    return () => clearTimeout(timer);
  },
};

const never = () => (): void => {};

/** A program hears of no network, and shares its machine with no other page. */
const nodePage: Page = {
  onLeave: never,
  onOnline: never,
  onOffline: never,
  onTold: never,
  tellOthers: () => {},
};

const zstd = promisify(zstdCompress);
/** Threads that libuv has unless told otherwise; reading files takes them too. */
const LIBUV_THREADS = 4;

async function compress(bytes: Uint8Array): Promise<Uint8Array> {
  const params = { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL };
  return new Uint8Array(await zstd(bytes, { params, pledgedSrcSize: bytes.length }));
}

/** Compresses with Node's own Zstandard in libuv's threads, a chunk at a time for each worker. */
export const nodeCompressor: Compressor = {
  workers: Math.max(1, Math.min(availableParallelism(), LIBUV_THREADS - 1)),
  start: () => {
    // No promise that lives as long as the worker: it would hold every result it was raced with.
    const under = new Set<(result: CompressionResult) => void>();
    return {
      compress: (chunks) => {
        const { promise, resolve } = Promise.withResolvers<CompressionResult>();
        under.add(resolve);
        void compressChunks(chunks, compress)
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
