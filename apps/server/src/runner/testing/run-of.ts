import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunFile, RunTask } from "@swath/contract/processing";
import type { ComputeRun } from "../../platform/compute/compute-engine.ts";
import { RUN_FILE, TASKS_FILE } from "../../platform/compute/run-files.ts";
import type { ObjectStoreOptions } from "../../platform/open-store.ts";

export const MIB = 1_048_576;
export const BUCKET = "processing";

export interface TestRun {
  readonly key: string;
  /** Below it the run's folder is made. */
  readonly folder: string;
  readonly store: ObjectStoreOptions;
  readonly command: readonly string[];
  readonly tasks?: number;
  readonly inputs?: RunTask["inputs"];
  readonly cpus?: number;
  readonly memoryBytes?: number;
  readonly seconds?: number;
  readonly output?: Partial<RunFile["output"]>;
  readonly sandbox?: Partial<RunFile["sandbox"]>;
}

/** Writes a run's folder, as the server does, of a command that stands for a stage's program. */
export async function writeRun(test: TestRun): Promise<ComputeRun> {
  const { key, command, tasks = 1, cpus = 1, memoryBytes = 64 * MIB, seconds = 60 } = test;
  const folder = join(test.folder, key);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const run: RunFile = {
    version: 1,
    key,
    processing: "test",
    job: "TEST",
    attempt: 1,
    stage: { name: "TEST", version: 1, sha256: "0".repeat(64) },
    command: [...command],
    resources: { cpus, memoryBytes, feature: null },
    sandbox: { network: false, read: [], write: [], processes: 256, ...test.sandbox },
    output: {
      bucket: BUCKET,
      prefix: `${key}/.attempt-1/`,
      globs: ["**"],
      maxFiles: 100,
      maxBytes: 64 * MIB,
      ...test.output,
    },
    store: "store.json",
  };
  const lines = Array.from({ length: tasks }, (_, task): RunTask => {
    return { task, name: `task-${task}`, seconds, inputs: test.inputs ?? {}, input: null };
  });
  await writeFile(join(folder, RUN_FILE), JSON.stringify(run));
  await writeFile(
    join(folder, TASKS_FILE),
    lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  );
  await writeFile(join(folder, "store.json"), JSON.stringify(test.store), { mode: 0o600 });
  return { key, label: key, folder, tasks, cpus, memoryBytes, seconds, feature: null };
}
