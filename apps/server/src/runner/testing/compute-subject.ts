import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TaskResult } from "@swath/contract/processing";
import type { ComputeEngine, ComputeRun, RunState } from "../../platform/compute/compute-engine.ts";
import { allProcesses, markOf } from "../../platform/local-compute/marked-processes.ts";
import { logFile } from "../../platform/compute/run-files.ts";
import type { ObjectStoreOptions } from "../../platform/open-store.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import { resultsOf } from "./results-of.ts";
import { type TestRun, writeRun } from "./run-of.ts";

/** An engine that is to pass the suite, and what may differ between engines. */
export interface EngineUnderTest {
  readonly engine: ComputeEngine;
  /** Another object for the same engine, as a server has one that was started anew. */
  readonly reopen: () => Promise<ComputeEngine>;
  /** Shared with the nodes. */
  readonly folder: string;
  readonly store: ObjectStoreOptions;
  readonly objects: ObjectStore;
  /** Tasks of the long array. */
  readonly manyTasks: number;
  /** Kills, by SIGKILL, the process that executes a run's tasks. */
  readonly killRunner: (run: ComputeRun) => Promise<void>;
  /** How a task ends whose runner was killed: the engine starts it again, or tells it lost. */
  readonly afterKilledRunner: "executedAgain" | "lost";
  close(): Promise<void>;
}

const POLL_MS = 100;
/** Less than a test may take, so that the state of a run that does not end is reported. */
const MOST_MS = 55_000;

type Made = Omit<TestRun, "key" | "folder" | "store">;

/** The engine under test with runs of one test. */
export class ComputeSubject {
  readonly under: EngineUnderTest;
  readonly engine: ComputeEngine;

  constructor(under: EngineUnderTest) {
    this.under = under;
    this.engine = under.engine;
  }

  make(run: Made, store = this.under.store): Promise<ComputeRun> {
    const key = `test-${randomUUID()}`;
    return writeRun({ ...run, key, folder: this.under.folder, store });
  }

  async submit(run: Made, store = this.under.store): Promise<ComputeRun> {
    const made = await this.make(run, store);
    await this.engine.submit(made);
    return made;
  }

  async state({ key }: ComputeRun): Promise<RunState | undefined> {
    return (await this.engine.states([key])).get(key);
  }

  async until(
    run: ComputeRun,
    phase: RunState["phase"],
    { engine = this.engine, most = MOST_MS } = {},
  ): Promise<RunState> {
    const deadline = Date.now() + most;
    for (;;) {
      const state = (await engine.states([run.key])).get(run.key);
      if (state?.phase === phase) return state;
      if (Date.now() > deadline) throw new Error(`it is not ${phase}: ${JSON.stringify(state)}`);
      if (state?.phase === "ended") throw new Error(`it has ended: ${JSON.stringify(state)}`);
      await sleep(POLL_MS);
    }
  }

  async results(run: ComputeRun): Promise<TaskResult[]> {
    return resultsOf(run);
  }

  async result(run: ComputeRun, task = 0): Promise<TaskResult> {
    const found = (await resultsOf(run)).find((result) => result.task === task);
    if (found === undefined) throw new Error(`task ${task} has no result`);
    return found;
  }

  /** The result of a run of one task, once it has ended. */
  async ended(run: Made, store = this.under.store): Promise<TaskResult> {
    const submitted = await this.submit(run, store);
    const { lost } = await this.until(submitted, "ended");
    if (lost.length > 0) throw new Error(`it was lost: ${JSON.stringify(lost)}`);
    return this.result(submitted);
  }

  log(run: ComputeRun, task = 0): Promise<string> {
    return readFile(join(run.folder, logFile(task)), "utf8");
  }

  /** Waits until a task's program has written a line. */
  async untilLog(run: ComputeRun, text: string, task = 0): Promise<void> {
    while (!(await this.log(run, task).catch(() => "")).includes(text)) await sleep(20);
  }

  /** Processes of a run's tasks. */
  processes({ key }: ComputeRun): number[] {
    return allProcesses().filter((pid) => markOf(pid)?.startsWith(`${key}/`) === true);
  }

  remove({ folder }: ComputeRun): Promise<void> {
    return rm(folder, { recursive: true, force: true });
  }
}
