import { AppError } from "@swath/contract/errors";
import { Worker } from "node:worker_threads";
import { FairQueue } from "../../platform/concurrency/fair-queue.ts";
import type { LineOrder, LineResult } from "./line-work.ts";

/** Threads at once; further orders wait for their turn. */
const AT_ONCE = 2;
const MOST_WAITING = 20;
const MOST_MS = 30_000;
const MEMORY_MB = 512;

const turns = new FairQueue(AT_ONCE);

const tooMuch = (message: string, cause?: unknown): AppError =>
  new AppError("COMPUTE_UNAVAILABLE", message, {}, { cause });

/**
 * Works on lines in a thread of its own, whose memory and time are bounded: plans are other people's
 * files. COMPUTE_UNAVAILABLE where it takes too much of either, or too many wait.
 */
export async function workInThread(order: LineOrder): Promise<LineResult> {
  if (turns.waiting >= MOST_WAITING) throw tooMuch("too many lines are being drawn");
  return turns.run({ of: "lines", takes: 0 }, () => runThread(order));
}

function runThread(order: LineOrder): Promise<LineResult> {
  const { promise, resolve, reject } = Promise.withResolvers<LineResult>();
  const worker = new Worker(new URL("./lines.worker.ts", import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const timer = setTimeout(() => {
    reject(tooMuch("drawing the lines took too long"));
    void worker.terminate();
  }, MOST_MS);
  worker.once("message", resolve);
  worker.once("error", (error: NodeJS.ErrnoException) =>
    reject(
      error.code === "ERR_WORKER_OUT_OF_MEMORY"
        ? tooMuch("drawing the lines took too much memory", error)
        : error,
    ),
  );
  worker.once("exit", () => reject(new Error("the thread of the lines ended without a result")));
  return promise.finally(() => clearTimeout(timer));
}
