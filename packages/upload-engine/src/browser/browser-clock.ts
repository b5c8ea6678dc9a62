import type { Clock } from "../ports/clock.ts";
import type { TimerMessage } from "./timer.worker.ts";

/** A clock whose timers run in a worker, so that a background tab keeps its lease. */
export class BrowserClock implements Clock {
  #worker: Worker | undefined;
  #serial = 0;
  readonly #tasks = new Map<number, () => void>();

  now(): number {
    return performance.now();
  }

  random(): number {
    return Math.random();
  }

  after(milliseconds: number, task: () => void): () => void {
    const set = this.#serial++;
    this.#tasks.set(set, task);
    this.#tell({ set, milliseconds });
    return () => {
      if (this.#tasks.delete(set)) this.#tell({ clear: set });
    };
  }

  /** Ends the worker; no timer rings any more. */
  close(): void {
    this.#tasks.clear();
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #tell(message: TimerMessage): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message, []);
  }

  #start(): Worker {
    const worker = new Worker(new URL("./timer.worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<number>) => {
      const task = this.#tasks.get(data);
      this.#tasks.delete(data);
      task?.();
    });
    return worker;
  }
}
