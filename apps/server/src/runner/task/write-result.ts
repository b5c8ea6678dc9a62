import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TaskResult } from "@swath/contract/processing";
import { resultFile } from "../../platform/compute/run-files.ts";
import type { System } from "../program/system.ts";
import { isDiskFull } from "./fault.ts";

export const hasResult = (folder: string, task: number): boolean =>
  existsSync(join(folder, resultFile(task)));

const TRIES = 30;
const TRY_MS = 1_000;

/** Results of a run that took at least so long are made durable one by one. */
const LONG_MS = 500;
/** Of more than so many files the whole file system is made durable at once. */
const FEW_FILES = 32;

/**
 * Writes tasks' results, each whole and once: where another execution's stands, that one is kept. A
 * result outlives a loss of power before it is seen where its task took long, else before its runner
 * says that it has ended (`flush`).
 */
export class ResultWriter {
  readonly #folder: string;
  readonly #system: System;
  #late: string[] = [];

  constructor(folder: string, system: System) {
    this.#folder = folder;
    this.#system = system;
  }

  /** A disk without room is given half a minute. */
  async write(result: TaskResult): Promise<void> {
    for (let tries = 1; ; tries++)
      try {
        return this.#writeOnce(result);
      } catch (error) {
        if (!isDiskFull(error) || tries === TRIES) throw error;
        await sleep(TRY_MS);
      }
  }

  /** Resolves once all that was written is durable. */
  async flush(): Promise<void> {
    const late = this.#late;
    this.#late = [];
    if (late.length === 0) return;
    if (late.length > FEW_FILES && this.#system.syncFileSystem(this.#folder)) return;
    for (const path of [...late, this.#folder]) syncPath(path);
  }

  #writeOnce(result: TaskResult): void {
    const path = join(this.#folder, resultFile(result.task));
    const draft = join(this.#folder, `.${resultFile(result.task)}.${randomUUID()}`);
    const isLong = Date.parse(result.ended) - Date.parse(result.started) >= LONG_MS;
    try {
      writeFileSync(draft, JSON.stringify(result), { mode: 0o600, flush: isLong });
      linkSync(draft, path);
      if (isLong) syncPath(this.#folder);
      else this.#late.push(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      remove(draft);
    }
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was not made, or cannot be removed: then it lies there.
  }
}

function syncPath(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
