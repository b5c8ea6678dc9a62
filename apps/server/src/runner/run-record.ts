import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import type { LostTask } from "../platform/compute/compute-engine.ts";
import { Budget } from "../platform/compute/local/budget.ts";
import {
  CANCEL_FILE,
  type LocalRunRecord,
  OWNER_FILE,
  readEnded,
  readRecord,
  writeEnded,
} from "../platform/compute/local/run-record.ts";
import { takeOwnership } from "../platform/compute/processes/owner-file.ts";
import { tasksWithoutResult } from "../platform/compute/run-files.ts";
import { BudgetedTasks } from "./budgeted-tasks.ts";
import { killLeftovers } from "./kill-leftovers.ts";
import { type OpenRun, openRun } from "./open-run.ts";
import { STORE_SECONDS } from "./run-element.ts";
import { executeTask } from "./task/execute-task.ts";
import { makeOwnScratch } from "./own-scratch.ts";
import { startGuard } from "./start-guard.ts";
import { isDiskFull } from "./task/fault.ts";
import type { System } from "./program/system.ts";
import { ProcessWatch } from "./program/process-watch.ts";
import { ResultWriter } from "./task/write-result.ts";
import { SharedInputs } from "./task/shared-inputs.ts";
import { TaskFolders } from "./task/task-folder.ts";

const CANCEL_POLL_MS = 250;
const MAX_REASON = 1_000;

/**
 * Executes all tasks of a run of the local engine, as many at once as its budget allows, and says in
 * the end which left no result. Killed anywhere, the next runner goes on with those that have none.
 */
export async function runRecord(
  folder: string,
  stopped: AbortSignal,
  loadSystem: () => Promise<System>,
): Promise<boolean> {
  const record = readRecord(folder);
  if (record === undefined || !takeOwnership(join(folder, OWNER_FILE))) return false;
  if (readEnded(folder) !== undefined) return true;
  const isCancelled = (): boolean => existsSync(join(folder, CANCEL_FILE));
  const cancelled = new AbortController();
  const poll = setInterval(() => isCancelled() && cancelled.abort(), CANCEL_POLL_MS);
  if (isCancelled()) cancelled.abort();
  let failed: ReadonlyMap<number, unknown> = new Map();
  try {
    const signal = AbortSignal.any([stopped, cancelled.signal]);
    failed = await executeAll(record, { signal, isCancelled, loadSystem });
  } catch (error) {
    return end(folder, record, () => faultOf("its run's folder cannot be used", error));
  } finally {
    clearInterval(poll);
  }
  if (isCancelled())
    return end(folder, record, () => ({ ending: "cancelled", reason: "its run was cancelled" }));
  // Stopped, but not cancelled, as where the machine is shut down: the next runner goes on.
  if (stopped.aborted) return false;
  return end(folder, record, (task) => faultOf("it left no result", failed.get(task)));
}

interface RecordSetting {
  readonly signal: AbortSignal;
  readonly isCancelled: () => boolean;
  readonly loadSystem: () => Promise<System>;
}

type Fault = Pick<LostTask, "ending" | "reason">;

const faultOf = (what: string, error: unknown): Fault => ({
  ending: isDiskFull(error) ? "outOfDisk" : "inputFault",
  reason: error === undefined ? what : `${what}: ${inspect(error)}`.slice(0, MAX_REASON),
});

function end(folder: string, record: LocalRunRecord, fault: (task: number) => Fault): boolean {
  const node = hostname();
  const lost = tasksWithoutResult(record.folder, record.tasks).map((task) => {
    const { ending, reason } = fault(task);
    return { task, node, ending, reason };
  });
  writeEnded(folder, { lost });
  return lost.length === 0;
}

async function executeAll(
  record: LocalRunRecord,
  { signal, isCancelled, loadSystem }: RecordSetting,
): Promise<ReadonlyMap<number, unknown>> {
  const left = tasksWithoutResult(record.folder, record.tasks);
  await killLeftovers(record.key, left);
  if (left.length === 0 || signal.aborted) return new Map();
  const run = await openRun(record.folder, { storeSeconds: STORE_SECONDS, signal });
  const runner = randomUUID();
  const dismissGuard = startGuard(runner);
  const system = await loadSystem();
  const results = new ResultWriter(record.folder, system);
  const scratch = makeOwnScratch(record.scratch, record.key);
  const folders = new TaskFolders(scratch.folder);
  const shared = new SharedInputs(scratch.folder, tasksOf(run, left));
  const { key, cpus, memoryBytes } = record;
  const budget = new Budget(record.budget.folder, record.budget, {
    key,
    cpus,
    memoryBytes,
    waiting: left.length,
  });
  const setting = {
    run,
    runner,
    shared,
    signal,
    folders,
    watch: new ProcessWatch(),
    system,
    results,
    storeSeconds: STORE_SECONDS,
    isCurrent: () => true,
    recordsCancelled: isCancelled,
  };
  try {
    const execute = (task: number): Promise<void> => executeTask(run.task(task), setting);
    const failed = await new BudgetedTasks(budget, left, execute, signal).run();
    await results.flush();
    return failed;
  } finally {
    scratch.remove();
    await dismissGuard();
  }
}

const tasksOf = (run: OpenRun, tasks: readonly number[]) => tasks.map((task) => run.task(task));
