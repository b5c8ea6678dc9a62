import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { ComputeEngine } from "../../../apps/server/src/platform/compute/compute-engine.ts";
import { findResults } from "../../../apps/server/src/platform/compute/run-files.ts";
import { childSeconds } from "./measured-process.ts";
import { BUCKET, writeRun } from "../../../apps/server/src/runner/testing/run-of.ts";
import { systemClock } from "../../../apps/server/src/platform/clock/clock.ts";
import { openObjectStore } from "../../../apps/server/src/platform/open-store.ts";

/** Slurm is asked over HTTP, which costs its machine something. */
const POLL_MS = { local: 5, slurm: 100 };
/** As nice as runners are. */
const MAKE = ["-n", "10", "make", "-s"];
const execute = promisify(execFile);

/** What a thousand tasks took. */
export interface Taken {
  readonly seconds: number;
  /** Of all processes that were started for it. */
  readonly cpuSeconds: number;
}

/** What a runner is given to end after its run has. */
const EXIT_MS = 200;

/** Adds the processor time to what a measurement answers. */
export async function withCpu(measure: () => Promise<number>): Promise<Taken> {
  const before = childSeconds();
  const seconds = await measure();
  await sleep(EXIT_MS);
  return { seconds, cpuSeconds: childSeconds() - before };
}

/** A folder for runs of empty tasks, with a store that they need not. */
export async function runsFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "swath-bench-"));
  const objects = await openObjectStore(storeOf(folder), systemClock);
  await objects.ensureBuckets([BUCKET]);
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }) };
}

const storeOf = (folder: string) =>
  ({ kind: "file", dataFolder: join(folder, "data"), publicUrl: "" }) as const;

/** Seconds from the submission of a run to the moment that the engine reports its end. */
export async function timeRun(
  engine: ComputeEngine,
  folder: string,
  tasks: number,
): Promise<number> {
  const key = `bench-${randomUUID()}`;
  const command = ["/bin/true"];
  const run = await writeRun({ key, folder, store: storeOf(folder), command, tasks });
  const started = performance.now();
  await engine.submit(run);
  const hasEnded = async () => (await engine.states([key])).get(key)?.phase === "ended";
  while (!(await hasEnded())) await sleep(POLL_MS[engine.kind]);
  const seconds = (performance.now() - started) / 1_000;
  const done = (await findResults(run.folder)).size;
  if (done !== tasks) throw new Error(`${done} of ${tasks} tasks have a result`);
  return seconds;
}

export async function timeCommand(file: string, words: readonly string[]): Promise<number> {
  const started = performance.now();
  await execute(file, words);
  return (performance.now() - started) / 1_000;
}

const STARTS_ALONE = `
  const { spawn } = require("node:child_process");
  let [left, jobs] = process.argv.slice(1).map(Number);
  const start = () => {
    if (left-- > 0) spawn("/bin/true", { stdio: "ignore" }).once("exit", start);
  };
  while (jobs-- > 0) start();`;

/** Seconds of a Node.js program that starts as many tasks and does nothing else. */
export async function timeBareNode(tasks: number, jobs: number): Promise<number> {
  const words = ["-n", "10", process.execPath, "-e", STARTS_ALONE, String(tasks), String(jobs)];
  return timeCommand("nice", words);
}

/** Seconds of GNU make for as many tasks, which it runs without a shell and keeps nothing of. */
export async function timeBareMake(folder: string, tasks: number, jobs: number): Promise<number> {
  const path = join(folder, "bare.mk");
  const rules = `N := $(shell seq ${tasks})\nall: $(N)\n.PHONY: $(N)\n$(N): ; @/bin/true\n`;
  await writeFile(path, rules);
  return timeCommand("nice", [...MAKE, `-j${jobs}`, "-f", path]);
}

/** Seconds of GNU make for as many tasks whose output it keeps, each in a log file. */
export async function timeLoggingMake(
  folder: string,
  tasks: number,
  jobs: number,
): Promise<number> {
  const kept = join(folder, `logs-${randomUUID()}`);
  await mkdir(kept);
  const path = join(kept, "Makefile");
  const names = `N := $(shell seq ${tasks})\nall: $(N)\n.PHONY: $(N)\n`;
  await writeFile(path, `${names}$(N): ; @/bin/true >${kept}/$@.log 2>&1\n`);
  return timeCommand("nice", [...MAKE, `-j${jobs}`, "-f", path]);
}

/** Seconds of GNU make for as many tasks whose log and success it keeps, as files, as a run does. */
export async function timeKeepingMake(
  folder: string,
  tasks: number,
  jobs: number,
): Promise<number> {
  const kept = join(folder, `make-${randomUUID()}`);
  await mkdir(kept);
  const path = join(kept, "Makefile");
  const names = `$(addprefix ${kept}/,$(shell seq ${tasks}))`;
  await writeFile(path, `N := ${names}\nall: $(N)\n$(N): ; @/bin/true >$@.log 2>&1 && touch $@\n`);
  return timeCommand("nice", [...MAKE, `-j${jobs}`, "-f", path]);
}
