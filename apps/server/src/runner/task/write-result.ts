import { randomUUID } from "node:crypto";
import { existsSync, linkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TaskResult } from "@swath/contract/processing";
import { resultFile } from "../../platform/compute/run-files.ts";
import { isDiskFull } from "./fault.ts";

export const hasResult = (folder: string, task: number): boolean =>
  existsSync(join(folder, resultFile(task)));

const TRIES = 30;
const TRY_MS = 1_000;

/**
 * Writes a task's result, whole and once: where another execution's stands, that one is kept. A disk
 * without room is given half a minute.
 */
export async function writeResult(folder: string, result: TaskResult): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return writeOnce(folder, result);
    } catch (error) {
      if (!isDiskFull(error) || tries === TRIES) throw error;
      await sleep(TRY_MS);
    }
}

function writeOnce(folder: string, result: TaskResult): void {
  const draft = join(folder, `.${resultFile(result.task)}.${randomUUID()}`);
  try {
    writeFileSync(draft, JSON.stringify(result), { mode: 0o600 });
    linkSync(draft, join(folder, resultFile(result.task)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
