import { realpath, rm, stat, readdir } from "node:fs/promises";
import { availableParallelism, freemem, totalmem } from "node:os";
import { join } from "node:path";
import { makeFolders } from "../system.ts";
import { LocalEngine } from "./local-engine.ts";
import { readEnded } from "./local-run-files.ts";
import { type RunnerOptions, Runners } from "./runners.ts";

export interface LocalEngineOptions extends RunnerOptions {
  /** Where it keeps what it knows of its runs; of this machine alone. */
  readonly folder: string;
  /** Where tasks have their working folders; below `folder` by default. */
  readonly scratch?: string | undefined;
  /** What all tasks may use at once: all processors and three quarters of the memory by default. */
  readonly cpus?: number | undefined;
  readonly memoryBytes?: number | undefined;
  /** The program `runner/main.ts`. */
  readonly runner: string;
}

const KEPT_MS = 7 * 24 * 3_600_000;

/** Opens the engine that executes runs on this machine; runs that go on since before are found again. */
export async function openLocalEngine(options: LocalEngineOptions): Promise<LocalEngine> {
  await makeFolders(join(options.folder, "runs"), 0o700);
  const folder = await realpath(options.folder);
  const runs = join(folder, "runs");
  const scratch = options.scratch ?? join(folder, "scratch");
  await makeFolders(scratch, 0o700);
  await sweep(runs);
  const limits = {
    cpus: options.cpus ?? availableParallelism(),
    memoryBytes: options.memoryBytes ?? Math.max(Math.floor(totalmem() * 0.75), freemem()),
  };
  const runners = new Runners(options.runner, join(folder, "code"), options);
  return new LocalEngine({ folder, runs, scratch, limits, runners });
}

/** Records of runs that ended long ago. */
async function sweep(runs: string): Promise<void> {
  for (const key of await readdir(runs)) {
    const record = join(runs, key);
    const { mtimeMs } = await stat(record);
    if (Date.now() - mtimeMs > KEPT_MS && readEnded(record) !== undefined)
      await rm(record, { recursive: true, force: true });
  }
}
