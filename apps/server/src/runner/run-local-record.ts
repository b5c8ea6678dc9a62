import { existsSync, renameSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import type { LostTask } from "../platform/compute/compute-engine.ts";
import { Budget } from "../platform/local-compute/budget.ts";
import { launchesOf } from "../platform/local-compute/runners.ts";
import {
  CANCEL_FILE,
  FORMER_OWNER_FILE,
  type LocalRunRecord,
  OWNER_FILE,
  readEnded,
  readRecord,
  writeEnded,
} from "../platform/local-compute/local-run-files.ts";
import { takeOwnership } from "../platform/local-compute/process-identity.ts";
import { tasksWithoutResult } from "../platform/compute/run-files.ts";
import { BudgetedTasks } from "./budgeted-tasks.ts";
import { killLeftovers, openTaskSetting, STORE_SECONDS } from "./task-setting.ts";
import { openRun } from "./open-run.ts";
import { executeTask } from "./task/execute-task.ts";
import { isDiskFull } from "./task/fault.ts";
import type { System } from "./program/program-system.ts";

const CANCEL_POLL_MS = 250;
const MAX_REASON = 1_000;

/**
 * Executes all tasks of a run of the local engine, as many at once as its budget allows, and says in
 * the end which left no result. Killed anywhere, the next runner goes on with those that have none.
 */
export async function runRecord(folder: string, runner: LocalRunner): Promise<boolean> {
  const { stopped } = runner;
  const record = readRecord(folder);
  if (record === undefined || !takeOwnership(join(folder, OWNER_FILE))) return false;
  if (readEnded(folder) !== undefined) {
    leave(folder);
    return true;
  }
  const isCancelled = (): boolean => existsSync(join(folder, CANCEL_FILE));
  const ending = new AbortController();
  const poll = setInterval(() => isCancelled() && ending.abort(), CANCEL_POLL_MS);
  stopped.addEventListener("abort", () => ending.abort());
  if (isCancelled() || stopped.aborted) ending.abort();
  let left: ReadonlyMap<number, unknown> = new Map();
  try {
    left = await executeAll(folder, record, { ...runner, signal: ending.signal, isCancelled });
  } catch (error) {
    const without = await tasksWithoutResult(record.folder, record.tasks);
    return end(folder, without, () => faultOf("its run's folder cannot be used", error));
  } finally {
    clearInterval(poll);
  }
  const tasks = [...left.keys()];
  if (isCancelled())
    return end(folder, tasks, () => ({ ending: "cancelled", reason: "its run was cancelled" }));
  // Stopped, but not cancelled, as where the machine is shut down: the next runner goes on.
  if (stopped.aborted) return false;
  return end(folder, tasks, (task) => faultOf("it left no result", left.get(task)));
}

/** What a runner has ready before it has a run. */
interface LocalRunner {
  readonly stopped: AbortSignal;
  /** For the marks of its processes. */
  readonly runner: string;
  readonly system: System;
}

interface RecordSetting extends LocalRunner {
  readonly signal: AbortSignal;
  readonly isCancelled: () => boolean;
}

type Fault = Pick<LostTask, "ending" | "reason">;

const faultOf = (what: string, error: unknown): Fault => ({
  ending: isDiskFull(error) ? "outOfDisk" : "inputFault",
  reason: error === undefined ? what : `${what}: ${inspect(error)}`.slice(0, MAX_REASON),
});

/** Not before its end is written: of a run that has none the engine takes a running owner's word. */
function leave(folder: string): void {
  const owner = join(folder, OWNER_FILE);
  if (existsSync(owner)) renameSync(owner, join(folder, FORMER_OWNER_FILE));
}

function end(folder: string, left: readonly number[], fault: (task: number) => Fault): boolean {
  const node = hostname();
  const lost = left.map((task) => {
    const { ending, reason } = fault(task);
    return { task, node, ending, reason };
  });
  writeEnded(folder, { lost });
  leave(folder);
  return lost.length === 0;
}

/** Answers the tasks that have no result in the end, each with what it failed by, if that is known. */
async function executeAll(
  folder: string,
  record: LocalRunRecord,
  { signal, isCancelled, runner, system }: RecordSetting,
): Promise<ReadonlyMap<number, unknown>> {
  const left = await tasksWithoutResult(record.folder, record.tasks);
  // Before its first runner there was none that could have left something.
  if (launchesOf(folder) !== 1) await killLeftovers(record, left);
  if (left.length === 0 || signal.aborted) return new Map(left.map((task) => [task, undefined]));
  const run = openRun(record.folder);
  const { key, cpus, memoryBytes } = record;
  const scratch = { folder: record.scratch, name: key };
  const leftTasks = () => left.map((task) => run.task(task));
  const { task: setting, close } = openTaskSetting(run, scratch, leftTasks, {
    runner,
    signal,
    system,
    storeSeconds: STORE_SECONDS,
    isCurrent: () => true,
    recordsCancelled: isCancelled,
  });
  const budget = new Budget(record.budget.folder, record.budget, {
    key,
    cpus,
    memoryBytes,
    waiting: left.length,
  });
  try {
    const execute = async (task: number): Promise<void> => executeTask(run.task(task), setting);
    const failed = await new BudgetedTasks(budget, left, execute, signal).run();
    await setting.results.close();
    const without = left.filter((task) => !setting.results.has(task));
    return new Map(without.map((task) => [task, failed.get(task)]));
  } finally {
    close();
  }
}
