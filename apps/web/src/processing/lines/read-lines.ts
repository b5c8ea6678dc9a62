import { valueOf, WorkerCalls } from "@swath/worker-rpc";
import type { PlanGeometry } from "@swath/plan/model";
import type { LineCalls } from "./line-calls.ts";

/** Reads a KMZ in a worker of its own; undefined where it draws nothing. Throws why it cannot be read. */
export async function readLines(
  bytes: ArrayBuffer,
  signal: AbortSignal,
): Promise<{ readonly geometry: PlanGeometry | undefined }> {
  const calls = new WorkerCalls<LineCalls>(startWorker);
  const close = (): void => calls.close();
  signal.addEventListener("abort", close);
  try {
    const read = valueOf(await calls.call("read", bytes, [bytes]));
    if (!read.ok) throw new Error(`${read.reason}.`);
    return { geometry: read.geometry };
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}

function startWorker(): Worker {
  return new Worker(new URL("./lines.worker.ts", import.meta.url), { type: "module" });
}
