import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { RunTask } from "@swath/contract/processing";
import { killMarked, placeOf } from "../platform/local-compute/marked-processes.ts";
import type { OpenRun } from "./open-run.ts";
import { ProcessWatch } from "./program/process-watch.ts";
import type { TaskSetting } from "./task/execute-task.ts";
import { loadLater } from "./task/load-later.ts";
import { SharedInputs } from "./task/shared-inputs.ts";
import { TaskFolders } from "./task/task-folder.ts";
import { ResultWriter } from "./task/write-result.ts";

/** How long a store that does not answer is tried again before its task fails, s. */
export const STORE_SECONDS = 300;

type OwnSetting = Omit<TaskSetting, "run" | "folders" | "watch" | "results" | "shared">;

/**
 * Opens what the tasks of a run share in this runner: scratch folders, results, memory watch, and the
 * inputs that several of `tasks` read. `close` removes the folders; the results are closed before.
 */
export function openTaskSetting(
  run: OpenRun,
  scratch: { readonly folder: string; readonly name: string },
  tasks: () => readonly RunTask[],
  own: OwnSetting,
): { readonly task: TaskSetting; readonly close: () => void } {
  const stopLoading = loadLater();
  const folder = makeOwnScratch(scratch.folder, `${scratch.name}@${placeOf(run.folder)}`);
  const task: TaskSetting = {
    ...own,
    run,
    folders: new TaskFolders(folder, own.system),
    watch: new ProcessWatch(),
    results: new ResultWriter(run.folder),
    shared: new SharedInputs(folder, tasks),
  };
  const close = (): void => {
    stopLoading();
    remove(folder);
  };
  return { task, close };
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // A program may have taken away rights, or something may still be mounted there.
  }
}

/** Makes a folder for this runner alone, and removes what killed runners of the same name left. */
function makeOwnScratch(scratch: string, name: string): string {
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  for (const left of readdirSync(scratch))
    if (left.startsWith(`${name}.`)) remove(join(scratch, left));
  const folder = join(scratch, `${name}.${randomUUID()}`);
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

/** Ends what an earlier, killed runner left of tasks on this machine, before they are executed again. */
export async function killLeftovers(
  { key, folder }: { readonly key: string; readonly folder: string },
  tasks: readonly number[],
): Promise<void> {
  const meant = new Set(tasks.map(String));
  const here = placeOf(folder);
  await killMarked((mark) => {
    const [of, task, place] = mark.split("/");
    return of === key && place === here && task !== undefined && meant.has(task);
  });
}
