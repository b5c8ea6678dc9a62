import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { elementFile, tasksWithoutResult } from "../platform/compute/run-files.ts";
import { killLeftovers, openTaskSetting, STORE_SECONDS } from "./task-setting.ts";
import { type OpenRun, openRun } from "./open-run.ts";
import { startGuard } from "./start-guard.ts";
import { TaskClaims } from "./task-claims.ts";
import { executeTask, type TaskSetting } from "./task/execute-task.ts";
import { nodeSystem } from "./program/node-system.ts";
import type { System } from "./program/program-system.ts";

interface ElementRun {
  readonly folder: string;
  /** Of a batch system's array, by its number. */
  readonly element: string;
  /** Undefined: those that no other element has taken. */
  readonly tasks: readonly number[] | undefined;
  readonly scratch: string | undefined;
  readonly signal: AbortSignal;
  readonly storeSeconds?: number;
  /** How programs are started; called once, by a process of its own. */
  readonly openSystem?: () => System;
}

/**
 * Executes tasks one after another: those it is given, or whichever no other element of its array
 * has taken. Started again, as a batch system does after a node was lost, it begins with those that
 * it had taken, and its former execution, should it still run somewhere, takes and publishes no more.
 */
export async function runElement(setting: ElementRun): Promise<boolean> {
  const { folder, element, signal } = setting;
  const run = openRun(folder);
  const isCurrent = takeOver(run, element);
  const claims = new TaskClaims(run.folder, element, run.tasks);
  const mine = setting.tasks ?? claims.mine();
  await killLeftovers(run, mine);
  const left = new Set(await tasksWithoutResult(folder, run.tasks));
  const guard = startGuard();
  const system = setting.openSystem?.() ?? nodeSystem;
  const scratch = { folder: setting.scratch ?? tmpdir(), name: `${run.key}-${element}` };
  const { task, close } = openTaskSetting(run, scratch, () => allTasks(run), {
    runner: guard.runner,
    signal,
    isCurrent,
    system,
    storeSeconds: setting.storeSeconds ?? STORE_SECONDS,
    recordsCancelled: () => false,
  });
  try {
    const execute = async (number: number): Promise<void> => {
      if (left.has(number)) await executeTask(run.task(number), task);
    };
    for (const number of mine) await execute(number);
    if (setting.tasks === undefined) await takeTasks(claims, task, execute);
    await task.results.close();
  } finally {
    close();
    await guard.dismiss();
  }
  const without = new Set(await tasksWithoutResult(folder, run.tasks));
  return [...mine, ...claims.mine()].every((number) => !without.has(number));
}

async function takeTasks(
  claims: TaskClaims,
  setting: TaskSetting,
  execute: (task: number) => Promise<void>,
): Promise<void> {
  while (setting.isCurrent() && !setting.signal.aborted) {
    const next = claims.take();
    if (next === undefined) return;
    await execute(next);
  }
}

const allTasks = (run: OpenRun) => Array.from({ length: run.tasks }, (_, task) => run.task(task));

/** Makes this execution of an element the valid one; answers whether it still is. */
function takeOver(run: OpenRun, element: string): () => boolean {
  const path = join(run.folder, elementFile(element));
  const execution = randomUUID();
  const draft = `${path}.${execution}`;
  writeFileSync(draft, execution, { mode: 0o600 });
  renameSync(draft, path);
  return () => {
    try {
      return readFileSync(path, "utf8") === execution;
    } catch {
      // Taken back: the engine lost this job and has started another.
      return false;
    }
  };
}
