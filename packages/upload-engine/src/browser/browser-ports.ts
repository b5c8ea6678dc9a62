import { WorkerCalls } from "@swath/worker-rpc";
import type { CompressionWorker, Compressor } from "../ports/preparer.ts";
import type { Clock, OwnPorts, Page, UploaderPorts } from "../ports/uploader-ports.ts";
import { browserPoster } from "./browser-poster.ts";
import { BrowserPreparer } from "./browser-preparer.ts";
import type { CompressCalls } from "./workers/compress.worker.ts";
import type { TimerCalls } from "./workers/timer.worker.ts";

/** A clock whose timers run in a worker, so that a background tab keeps its lease. */
export class BrowserClock implements Clock {
  readonly #calls = new WorkerCalls<TimerCalls>(
    () => new Worker(new URL("./workers/timer.worker.ts", import.meta.url), { type: "module" }),
  );
  #serial = 0;
  readonly #tasks = new Set<number>();

  constructor() {
    this.#calls.start();
  }

  now(): number {
    return performance.now();
  }

  random(): number {
    return Math.random();
  }

  after(milliseconds: number, task: () => void): () => void {
    const timer = this.#serial++;
    this.#tasks.add(timer);
    void this.#sleep(timer, milliseconds, task);
    return () => {
      if (this.#tasks.delete(timer)) void this.#calls.call("cancel", timer);
    };
  }

  async #sleep(timer: number, milliseconds: number, task: () => void): Promise<void> {
    const { kind } = await this.#calls.call("sleep", { timer, milliseconds });
    if (this.#tasks.delete(timer) && kind === "answered") task();
  }

  /** Ends the worker; no task runs any more. */
  close(): void {
    this.#tasks.clear();
    this.#calls.close();
  }
}

/** An eighth of the device's memory may hold prepared objects: 1 GB where it reports 8 GB or nothing. */
const BYTES_PER_DEVICE_GB = 134_217_728;

function deviceGigabytes(): number {
  return "deviceMemory" in navigator && typeof navigator.deviceMemory === "number"
    ? navigator.deviceMemory
    : 8;
}

/** Everything an uploader needs of a browser; workers but the first reader's and the clock's start when needed. */
export function browserPorts({
  api,
  fingerprint,
  holder,
  bytesPerSecond = () => undefined,
}: OwnPorts): UploaderPorts {
  const clock = new BrowserClock();
  const preparer = new BrowserPreparer();
  return {
    api,
    fingerprint,
    holder,
    bytesPerSecond,
    clock,
    preparer,
    page: browserPage,
    poster: browserPoster,
    compressor: new BrowserCompressor(),
    memoryBytes: deviceGigabytes() * BYTES_PER_DEVICE_GB,
    log: () => {},
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
    const calls = new WorkerCalls<CompressCalls>(
      () =>
        new Worker(new URL("./workers/compress.worker.ts", import.meta.url), { type: "module" }),
    );
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
