import { WorkerCalls } from "@swath/worker-rpc";
import type { CompressionWorker, Compressor } from "../ports/preparer.ts";
import type { ApiCalls, Page, UploaderPorts } from "../ports/uploader-ports.ts";
import { BrowserClock } from "./browser-clock.ts";
import { browserPoster } from "./browser-poster.ts";
import { BrowserPreparer } from "./browser-preparer.ts";
import type { CompressCalls } from "./workers/compress.worker.ts";

/** An eighth of the device's memory may hold prepared objects: 1 GB where it reports 8 GB or nothing. */
const BYTES_PER_DEVICE_GB = 134_217_728;

function deviceGigabytes(): number {
  return "deviceMemory" in navigator && typeof navigator.deviceMemory === "number"
    ? navigator.deviceMemory
    : 8;
}

/** Everything an uploader needs of a browser; workers but the first reader's and the clock's start when needed. */
export function browserPorts(options: {
  readonly api: ApiCalls;
  readonly fingerprint: string;
  readonly holder: string;
  /** Most bytes a second on the wire at this moment; without it, or undefined, there is no limit. */
  readonly bytesPerSecond?: UploaderPorts["bytesPerSecond"];
  /** Logs unusual events that are no errors; without it nothing is logged. */
  readonly log?: UploaderPorts["log"];
}): UploaderPorts {
  const clock = new BrowserClock();
  const preparer = new BrowserPreparer();
  return {
    api: options.api,
    fingerprint: options.fingerprint,
    holder: options.holder,
    clock,
    preparer,
    page: browserPage,
    poster: browserPoster,
    compressor: new BrowserCompressor(),
    memoryBytes: deviceGigabytes() * BYTES_PER_DEVICE_GB,
    bytesPerSecond: options.bytesPerSecond ?? (() => undefined),
    log: options.log ?? (() => {}),
    close: () => {
      preparer.close();
      clock.close();
    },
  };
}

function on(event: "pagehide" | "online" | "offline", listener: () => void): () => void {
  globalThis.addEventListener(event, listener);
  return () => globalThis.removeEventListener(event, listener);
}

const openChannel = (): BroadcastChannel => new BroadcastChannel("swath-uploads");

/** The page's own events; `pagehide` is the last that a closing page is sure to get. */
export const browserPage: Page = {
  onLeave: (listener) => on("pagehide", listener),
  onOnline: (listener) => on("online", listener),
  onOffline: (listener) => on("offline", listener),
  tellOthers: () => openChannel().postMessage("takenOver"),
  onTold: (listener) => {
    const channel = openChannel();
    channel.addEventListener("message", listener);
    return () => channel.close();
  },
};

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
