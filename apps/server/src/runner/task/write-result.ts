import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { TaskResult } from "@swath/contract/processing";
import { systemTimers, type Timers } from "../../platform/clock/clock.ts";
import { newResultsFile } from "../../platform/compute/run-files.ts";
import { isDiskFull } from "./fault.ts";

const TRIES = 30;
const TRY_MS = 1_000;

/** Results of tasks that end within so long are written together. */
const TOGETHER_MS = 20;
/** The result of a task that took at least so long is made durable at once. */
const LONG_MS = 500;
/** How long the results of others may wait for that. */
const LATE_MS = 1_000;

/** With times that become text as it is written. */
type EndedTask = Omit<TaskResult, "started" | "ended"> & {
  readonly started: Date | string;
  readonly ended: Date | string;
};

/**
 * Writes the results of the tasks that one execution of a runner ends, one a line, in a file that no
 * other process writes to. All are durable before the runner says that it has ended (`close`).
 */
export class ResultWriter {
  readonly #folder: string;
  readonly #path: string;
  readonly #sync: (fd: number) => void;
  #file: number | undefined;
  #bytes = 0;
  #durableBytes = 0;
  #flushed: number;
  #waiting: EndedTask[] = [];
  #written = Number.NEGATIVE_INFINITY;
  #later: AbortController | undefined;
  readonly #tasks = new Set<number>();

  readonly #timers: Timers;

  constructor(folder: string, sync = fsyncSync, timers = systemTimers) {
    this.#timers = timers;
    this.#flushed = timers.now();
    this.#folder = folder;
    this.#sync = sync;
    this.#path = join(folder, newResultsFile());
  }

  /** Of a task that follows another at once the result is written with those of the next. */
  async write(result: EndedTask, tookMs: number): Promise<void> {
    this.#waiting.push(result);
    const now = this.#timers.now();
    if (tookMs < TOGETHER_MS && now - this.#written < TOGETHER_MS) {
      this.#later ??= this.#writeLater();
      return;
    }
    await this.#writeWaiting();
    if (tookMs >= LONG_MS || now - this.#flushed > LATE_MS) this.flush();
  }

  /** A disk without room is given half a minute. */
  async #writeWaiting(): Promise<void> {
    for (let tries = 1; ; tries++)
      try {
        return this.#appendWaiting();
      } catch (error) {
        if (!isDiskFull(error) || tries === TRIES) throw error;
        await this.#timers.wait(TRY_MS);
      }
  }

  #writeLater(): AbortController {
    const later = new AbortController();
    const write = async (): Promise<void> => {
      await this.#timers.wait(TOGETHER_MS, later.signal);
      if (!later.signal.aborted) await this.#writeWaiting();
    };
    write().catch(() => {});
    return later;
  }

  #appendWaiting(): void {
    this.#later?.abort();
    this.#later = undefined;
    if (this.#waiting.length === 0) return;
    this.#append(this.#waiting.map((result) => `${JSON.stringify(result)}\n`).join(""));
    for (const { task } of this.#waiting) this.#tasks.add(task);
    this.#waiting = [];
    this.#written = this.#timers.now();
  }

  /** Whether a task's result was written. */
  has(task: number): boolean {
    return this.#tasks.has(task);
  }

  /** Makes all that was written durable. */
  flush(): void {
    this.#appendWaiting();
    this.#flushed = this.#timers.now();
    if (this.#file === undefined || this.#durableBytes === this.#bytes) return;
    this.#sync(this.#file);
    if (this.#durableBytes === 0) this.#syncFolder();
    this.#durableBytes = this.#bytes;
  }

  /** Ends with all durable. */
  async close(): Promise<void> {
    await this.#writeWaiting();
    this.flush();
    if (this.#file !== undefined) closeSync(this.#file);
  }

  /** What a full disk took of a line is written over by the next. */
  #append(line: string): void {
    this.#file ??= openSync(this.#path, "wx", 0o600);
    const length = Buffer.byteLength(line);
    let done = writeSync(this.#file, line, this.#bytes);
    while (done < length)
      done += writeSync(this.#file, Buffer.from(line).subarray(done), 0, null, this.#bytes + done);
    this.#bytes += length;
  }

  #syncFolder(): void {
    const fd = openSync(this.#folder, "r");
    try {
      this.#sync(fd);
    } finally {
      closeSync(fd);
    }
  }
}
