import { linkSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathFault } from "@swath/contract/uploads";
import type { RunTask } from "@swath/contract/processing";
import { forEachConcurrently } from "../../platform/concurrency/for-each.ts";
import type { TaskFault } from "./fault.ts";
import { fetchFile, type StoreCalls, type TaskFile } from "./fetch-file.ts";
import type { SharedInputs } from "./shared-inputs.ts";

const AT_ONCE = 4;

/** Puts a task's inputs below `folder/NAME/`; answers the first fault, after which nothing is begun. */
export async function fetchInputs(
  task: RunTask,
  folder: string,
  shared: SharedInputs,
  calls: StoreCalls,
): Promise<TaskFault | undefined> {
  const faults: TaskFault[] = [];
  const files = Object.entries(task.inputs).flatMap(([name, all]) => {
    mkdirSync(join(folder, name), { recursive: true });
    return all.map((file) => ({ file, target: join(folder, name, file.path) }));
  });
  if (files.length === 0) return undefined;
  await forEachConcurrently(files, AT_ONCE, async ({ file, target }) => {
    if (faults.length > 0) return;
    const fault = await fetchInput(file, target, shared, calls);
    if (fault !== undefined) faults.push(fault);
  });
  return faults[0];
}

async function fetchInput(
  file: TaskFile,
  target: string,
  shared: SharedInputs,
  calls: StoreCalls,
): Promise<TaskFault | undefined> {
  const unfit = pathFault(file.path);
  if (unfit !== undefined)
    return { ending: "inputFault", file: file.path, message: `its path ${unfit}` };
  mkdirSync(dirname(target), { recursive: true });
  if (!shared.isShared(file)) return fetchFile(file, target, calls);
  const kept = await shared.fetch(file, calls);
  if (typeof kept !== "string") return kept;
  linkSync(kept, target);
  return undefined;
}
