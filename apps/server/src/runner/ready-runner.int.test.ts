import { existsSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ComputeEngine, ComputeRun } from "../platform/compute/compute-engine.ts";
import { openComputeEngine } from "../platform/open-compute.ts";
import { allProcesses } from "../platform/local-compute/marked-processes.ts";
import { runningOwner } from "../platform/local-compute/process-identity.ts";
import { writeRun } from "./testing/run-of.ts";
import { allowPrograms } from "../platform/compute/testing/allow-programs.ts";

allowPrograms();

let folder: string;
let engine: ComputeEngine;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "swath-ready-"));
  engine = await openComputeEngine({ kind: "local", folder: join(folder, "engine"), cpus: 2 });
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

async function submit(key: string, command: readonly string[]): Promise<ComputeRun> {
  const store = { kind: "file", dataFolder: join(folder, "data"), publicUrl: "" } as const;
  const run = await writeRun({ key, folder, store, command });
  await engine.submit(run);
  return run;
}

async function until({ key }: ComputeRun, wanted: string): Promise<void> {
  while ((await engine.states([key])).get(key)?.phase !== wanted) await sleep(20);
}

const ownerOf = ({ key }: ComputeRun): number | undefined =>
  runningOwner(join(folder, "engine", "runs", key, "runner.json"))?.pid;

/** Runners of this engine, by the cache of code in their environment. */
function runners(): number[] {
  return allProcesses().filter((pid) => {
    try {
      const names = readFileSync(`/proc/${pid}/environ`, "latin1");
      return names.startsWith("PATH=") && names.includes(`=${join(folder, "engine", "code")}\0`);
    } catch {
      return false;
    }
  });
}

test("a run that follows another is executed by the same runner", async () => {
  const first = await submit("first", ["/bin/sleep", "0.5"]);
  await until(first, "running");
  const own = ownerOf(first);
  await until(first, "ended");
  const second = await submit("second", ["/bin/sleep", "1"]);
  await until(second, "running");
  expect(ownerOf(second)).toBe(own);
  // A program that the runner is about to start has its environment for a moment; another runner would stay.
  await expect.poll(runners).toEqual([own]);
  await until(second, "ended");
  // By then its engine counts on it for the next run: instead of one that ended before it would start another.
  await setImmediate();
  // Between two runs nothing is left to be done first.
  process.kill(own!, "SIGTERM");
  await expect.poll(runners, { timeout: 60_000 }).toEqual([]);
});

test("a run whose record of its end is lost ends once more, although its runner waits for the next", async () => {
  const run = await submit("forgotten", ["/bin/true"]);
  const ended = join(folder, "engine", "runs", run.key, "ended.json");
  await expect.poll(() => existsSync(ended), { timeout: 60_000 }).toBe(true);
  const [own] = runners();
  rmSync(ended);
  await until(run, "ended");
  // Nobody has a use for the runner that waited.
  await expect.poll(runners, { timeout: 60_000 }).not.toContain(own);
});
