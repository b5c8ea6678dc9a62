import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../platform/clock/clock.ts";
import type { ComputeEngine, ComputeRun } from "../platform/compute/compute-engine.ts";
import { openComputeEngine } from "../platform/open-compute.ts";
import { openLocalEngine } from "../platform/local-compute/open-local-engine.ts";
import { runningOwner } from "../platform/local-compute/process-identity.ts";
import { openObjectStore } from "../platform/open-store.ts";
import { resultsOf } from "./testing/results-of.ts";
import { MIB, type TestRun, writeRun } from "./testing/run-of.ts";
import { allowPrograms } from "../platform/compute/testing/allow-programs.ts";

allowPrograms();

let folder: string;
let engine: ComputeEngine;
const storeOf = (place: string) =>
  ({ kind: "file", dataFolder: join(place, "data"), publicUrl: "" }) as const;
const sh = (script: string): string[] => ["/bin/sh", "-c", script];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "swath-budget-"));
  // Runners wait for a store that does not stand.
  await openObjectStore(storeOf(folder), systemClock);
  engine = await openComputeEngine({
    kind: "local",
    folder: join(folder, "engine"),
    cpus: 2,
    memoryBytes: 256 * MIB,
  });
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

async function submit(run: Pick<TestRun, "command"> & Partial<TestRun>): Promise<ComputeRun> {
  const key = `test-${crypto.randomUUID()}`;
  const written = await writeRun({ key, folder, store: storeOf(folder), ...run });
  await engine.submit(written);
  return written;
}

const phase = async ({ key }: ComputeRun) => (await engine.states([key])).get(key)!;

async function until(run: ComputeRun, wanted: string): Promise<void> {
  while ((await phase(run)).phase !== wanted) await sleep(50);
}

async function spans(run: ComputeRun) {
  return (await resultsOf(run)).map(({ started, ended }) => {
    return { from: Date.parse(started), to: Date.parse(ended) };
  });
}

/** Most that were under way at one moment. */
function most(all: readonly { from: number; to: number }[]): number {
  return Math.max(
    ...all.map(({ from }) => all.filter((s) => s.from <= from && from < s.to).length),
  );
}

test("all runs together use no more processors than there are (compute/E1)", async () => {
  const runs = [1, 2, 3].map(() => submit({ command: sh("sleep 0.15"), tasks: 6 }));
  const submitted = await Promise.all(runs);
  for (const run of submitted) await until(run, "ended");
  const all = (await Promise.all(submitted.map(spans))).flat();
  expect(all.length).toBe(18);
  expect(most(all)).toBe(2);
});

test("memory is shared too, and what wants more than there is runs alone (compute/E1)", async () => {
  const large = await submit({ command: sh("sleep 0.3"), tasks: 2, memoryBytes: 200 * MIB });
  const huge = await submit({
    command: sh("sleep 0.3"),
    tasks: 1,
    memoryBytes: 900 * MIB,
    cpus: 8,
  });
  await until(large, "ended");
  await until(huge, "ended");
  expect(most([...(await spans(large)), ...(await spans(huge))])).toBe(1);
});

test("a run need not wait for the end of one before it (compute/E2, E3), and says why it waits", async () => {
  const long = await submit({ command: sh("sleep 0.3"), tasks: 60 });
  await until(long, "running");
  const short = await submit({ command: sh("sleep 0.1"), tasks: 1 });
  const seen = new Set<string | null>();
  for (let state = await phase(short); state.phase !== "ended"; state = await phase(short)) {
    if (state.phase === "waiting") seen.add(state.reason);
    await sleep(20);
  }
  expect((await phase(long)).phase).toBe("running");
  const words = "waits for 1 processor: 0 processors of 2 free, 1 other run on this machine";
  expect([...seen]).toContain(words);
  await engine.cancel(long.key);
});

test("a runner that dies again and again takes its run with it, and no other", async () => {
  const broken = await openLocalEngine({
    folder: join(folder, "broken"),
    runner: "/no/such/main.ts",
  });
  const store = { kind: "file", dataFolder: folder, publicUrl: "" } as const;
  const run = await writeRun({
    key: "test-broken-run",
    folder,
    store,
    command: ["true"],
    tasks: 2,
  });
  await broken.submit(run);
  for (;;) {
    const state = (await broken.states([run.key])).get(run.key);
    if (state?.phase === "ended") {
      expect(state.lost.map(({ task, ending }) => ({ task, ending }))).toEqual([
        { task: 0, ending: "nodeLost" },
        { task: 1, ending: "nodeLost" },
      ]);
      break;
    }
    await sleep(50);
  }
  expect((await stat(join(folder, "broken/runs/test-broken-run/launches"))).size).toBe(5);
});

test("what a killed runner left in the working folders goes when the next begins", async () => {
  const scratch = join(folder, "engine/scratch");
  const run = await submit({ command: sh("echo x > left; sleep 1"), tasks: 2 });
  await until(run, "running");
  const files = async () =>
    (await readdir(scratch, { recursive: true })).filter((name) => name.endsWith("left"));
  while ((await files()).length < 2) await sleep(20);
  const before = await files();
  const owner = runningOwner(join(folder, "engine/runs", run.key, "runner.json"));
  process.kill(owner!.pid, "SIGKILL");
  const next = async () => {
    await phase(run);
    return runningOwner(join(folder, "engine/runs", run.key, "runner.json"))?.pid ?? owner!.pid;
  };
  await expect.poll(next).not.toBe(owner!.pid);
  await until(run, "running");
  while ((await files()).length < 2) await sleep(20);
  expect((await files()).filter((name) => before.includes(name))).toEqual([]);
  await until(run, "ended");
  expect(await readdir(scratch)).toEqual([]);
});
