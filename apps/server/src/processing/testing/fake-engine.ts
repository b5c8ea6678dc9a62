import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { xxhash128 } from "hash-wasm";
import {
  type RunFile,
  runFileSchema,
  type RunTask,
  type TaskResult,
} from "@swath/contract/processing";
import {
  type ComputeEngine,
  type ComputeRun,
  EngineUnreachable,
  type LostTask,
  type RunState,
} from "../../platform/compute/compute-engine.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import { readTasks } from "../runs/read-results.ts";

/** What a test lets a task leave. */
export interface Left extends Partial<
  Pick<TaskResult, "ending" | "exitCode" | "errors" | "measures">
> {
  /** Texts by their paths below the attempt. */
  readonly files?: Readonly<Record<string, string>>;
}

interface Taken {
  readonly run: ComputeRun;
  state: RunState;
}

const WAITING: RunState = { phase: "waiting", reason: null, expectedStart: null, lost: [] };

/** An engine whose tasks do what a test says. */
export class FakeEngine implements ComputeEngine {
  readonly kind = "local";
  readonly taken = new Map<string, Taken>();
  readonly cancelled: string[] = [];
  submits = 0;
  reachable = true;
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  #reach(): void {
    if (!this.reachable) throw new EngineUnreachable("the engine is away");
  }

  async submit(run: ComputeRun): Promise<string> {
    this.#reach();
    this.submits += 1;
    if (!this.taken.has(run.key)) this.taken.set(run.key, { run, state: WAITING });
    return `fake-${run.key}`;
  }

  async states(keys: readonly string[]): Promise<ReadonlyMap<string, RunState>> {
    this.#reach();
    return new Map(
      keys.flatMap((key) => {
        const taken = this.taken.get(key);
        return taken === undefined ? [] : [[key, taken.state] as const];
      }),
    );
  }

  async cancel(key: string): Promise<void> {
    this.cancelled.push(key);
    this.set(key, { phase: "ended" });
  }

  async capacity() {
    this.#reach();
    const node = { name: "fake", up: true, reason: null, features: null };
    const nodes = [{ ...node, cpus: 2, memoryBytes: 4e9 }];
    return { cpus: 2, freeCpus: 1, memoryBytes: 4e9, nodes, scratchBytes: 1e12 };
  }

  /** Programs that tasks do not find. */
  readonly lacking = new Set<string>();

  async hasProgram(name: string): Promise<boolean | null> {
    return !this.lacking.has(name);
  }

  set(key: string, state: Partial<RunState>): void {
    const taken = this.taken.get(key);
    if (taken !== undefined) taken.state = { ...taken.state, ...state };
  }

  /** The keys that it took and that have not ended, in their order. */
  get open(): string[] {
    return [...this.taken].filter(([, { state }]) => state.phase !== "ended").map(([key]) => key);
  }

  async fileOf(key: string): Promise<RunFile> {
    const { folder } = this.taken.get(key)!.run;
    // What the server writes is what the contract says.
    return runFileSchema.parse(JSON.parse(await readFile(join(folder, "run.json"), "utf8")));
  }

  async tasksOf(key: string): Promise<RunTask[]> {
    return readTasks(this.taken.get(key)!.run.folder);
  }

  async #leave(key: string, { task, name }: RunTask, left: Left): Promise<void> {
    const { output } = await this.fileOf(key);
    const outputs: TaskResult["outputs"] = [];
    for (const [path, text] of Object.entries(left.files ?? {})) {
      const bytes = Buffer.from(text);
      const size = bytes.length;
      await this.#store.write(output.bucket, `${output.prefix}${path}`, [bytes], { size });
      outputs.push({ path, size, xxh128: await xxhash128(bytes) });
    }
    const { ending = "succeeded", exitCode = 0, errors = [], measures = [] } = left;
    const at = "2026-11-22T10:00:00.000Z";
    const times = { started: at, ended: at, cpuSeconds: 0.1, peakMemoryBytes: 1_000 };
    const facts = { task, name, ending, exitCode, signal: null, node: "fake", errors, measures };
    const result: TaskResult = { ...facts, ...times, outputs };
    const { folder } = this.taken.get(key)!.run;
    await appendFile(join(folder, "results-0-fake.ndjson"), `${JSON.stringify(result)}\n`);
  }

  /** Lets all tasks of a run end, each as the test says; one that leaves nothing is lost. */
  async finish(
    key: string,
    leaves: (task: RunTask) => Left | undefined,
    lost: readonly LostTask[] = [],
  ): Promise<void> {
    for (const task of await this.tasksOf(key)) {
      const left = leaves(task);
      if (left !== undefined) await this.#leave(key, task, left);
    }
    this.set(key, { phase: "ended", lost });
  }
}
