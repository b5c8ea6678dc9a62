import { availableParallelism, totalmem } from "node:os";
import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import { compressChunks, ZSTD_LEVEL } from "../assembly/zstd.ts";
import type { CompressionResult, Compressor } from "../ports/preparer.ts";
import type { ApiCalls, Clock, Page, UploaderPorts } from "../ports/uploader-ports.ts";
import { NodePoster } from "./node-poster.ts";
import { nodePreparer } from "./node-preparer.ts";

/** An eighth of the machine's memory, 1 GB at most, may hold prepared objects. */
const MOST_MEMORY_BYTES = 1_073_741_824;

/** Everything an uploader needs of Node. */
export function nodePorts(options: {
  readonly api: ApiCalls;
  /** What the addresses of forms are relative to, where they name no host. */
  readonly server: URL;
  readonly fingerprint: string;
  readonly holder: string;
  /** Most bytes a second on the wire at this moment; without it, or undefined, there is no limit. */
  readonly bytesPerSecond?: UploaderPorts["bytesPerSecond"];
  /** Logs unusual events that are no errors; without it nothing is logged. */
  readonly log?: UploaderPorts["log"];
}): UploaderPorts {
  const poster = new NodePoster(options.server);
  return {
    api: options.api,
    fingerprint: options.fingerprint,
    holder: options.holder,
    clock: nodeClock,
    preparer: nodePreparer,
    page: new NodePage(),
    poster,
    compressor: nodeCompressor,
    memoryBytes: Math.min(MOST_MEMORY_BYTES, Math.floor(totalmem() / 8)),
    bytesPerSecond: options.bytesPerSecond ?? (() => undefined),
    log: options.log ?? (() => {}),
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

/** A program in place of a page: it says itself when it ends and when the network is back. */
export class NodePage implements Page {
  readonly #leave = new Set<() => void>();
  /** One of each call that waits; an EventTarget would warn from the eleventh on. */
  readonly #online = new Set<() => void>();

  onLeave(listener: () => void): () => void {
    return added(this.#leave, listener);
  }

  onOnline(listener: () => void): () => void {
    return added(this.#online, listener);
  }

  /** No device tells a program. */
  onOffline(): () => void {
    return () => {};
  }

  /** A program shares its machine with no other page. */
  tellOthers(): void {}

  onTold(): () => void {
    return () => {};
  }

  leave(): void {
    for (const listener of this.#leave) listener();
  }

  goOnline(): void {
    for (const listener of this.#online) listener();
  }
}

function added(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

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
