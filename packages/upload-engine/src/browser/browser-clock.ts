import { WorkerCalls } from "@swath/worker-rpc";
import type { Clock } from "../ports/uploader-ports.ts";
import type { TimerCalls } from "./workers/timer.worker.ts";

/** A clock whose timers run in a worker, so that a background tab keeps its lease. */
export class BrowserClock implements Clock {
  readonly #calls = new WorkerCalls<TimerCalls>(startWorker);
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

function startWorker(): Worker {
  return new Worker(new URL("./workers/timer.worker.ts", import.meta.url), { type: "module" });
}
