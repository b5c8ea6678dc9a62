import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../platform/clock/clock.ts";
import type { ComputeRun } from "../platform/compute/compute-engine.ts";
import { clearClaims } from "../platform/slurm-compute/slurm-engine.ts";
import { openObjectStore, type ObjectStoreOptions } from "../platform/open-store.ts";
import { runElement } from "./run-element.ts";
import { resultsOf } from "./testing/results-of.ts";
import { BUCKET, type TestRun, writeRun } from "./testing/run-of.ts";
import { allowPrograms } from "../platform/compute/testing/allow-programs.ts";

allowPrograms();

const MAIN = join(import.meta.dirname, "main.ts");
const sh = (script: string): string[] => ["/bin/sh", "-c", script, "sh", "{out}", "{task}"];
let folder: string;
let store: ObjectStoreOptions;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "swath-element-"));
  store = { kind: "file", dataFolder: join(folder, "data"), publicUrl: "" };
  await (await openObjectStore(store, systemClock)).ensureBuckets([BUCKET]);
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

const make = (run: Pick<TestRun, "command"> & Partial<TestRun>): Promise<ComputeRun> =>
  writeRun({ key: `test-${crypto.randomUUID()}`, folder, store, ...run });

/** Starts an element, as a batch system does on a node. */
function start(run: ComputeRun, element: number) {
  const words = [
    MAIN,
    run.folder,
    "--element",
    String(element),
    "--scratch",
    folder,
    "--sandbox",
    "off",
  ];
  return spawn(process.execPath, words, { stdio: "inherit" });
}

async function result(run: ComputeRun, task = 0) {
  return (await resultsOf(run)).find((each) => each.task === task)!;
}

test("elements share out the tasks, each executed once", async () => {
  const counted = join(folder, "counted");
  const run = await make({ command: sh(`echo "$2" >> ${counted}`), tasks: 24 });
  const elements = [0, 1, 2].map((element) => once(start(run, element), "exit"));
  expect(await Promise.all(elements)).toEqual([0, 1, 2].map(() => [0, null]));
  const names = (await readFile(counted, "utf8")).trimEnd().split("\n");
  expect(names.toSorted()).toEqual(Array.from({ length: 24 }, (_, i) => `task-${i}`).toSorted());
});

test("of a task that is executed twice at once the later execution counts, whole", async () => {
  // Each execution leaves other bytes, so that a mixture would show.
  const script = "echo begun; sleep 1.5; date +%N > $1/when; sleep 0.2";
  const run = await make({ command: sh(script) });
  const first = start(run, 0);
  while (!(await readdir(run.folder)).includes("log-0.txt")) await sleep(20);
  const second = start(run, 0);
  await Promise.all([once(first, "exit"), once(second, "exit")]);
  const { outputs, ending } = await result(run);
  expect(ending).toBe("succeeded");
  const objects = await openObjectStore(store, systemClock);
  const stored = await objects.head(BUCKET, `${run.key}/.attempt-1/when`);
  expect(stored?.checksums.xxh128).toBe(outputs[0]?.xxh128);
  expect((await buffer(await objects.read(BUCKET, `${run.key}/.attempt-1/when`))).length).toBe(10);
});

test("an element that is started again goes on with the tasks that it had taken", async () => {
  const run = await make({ command: sh("echo begun; sleep 1"), tasks: 2 });
  const killed = start(run, 1);
  while (!(await readdir(run.folder)).some((name) => name.startsWith("log-"))) await sleep(20);
  killed.kill("SIGKILL");
  await once(killed, "exit");
  expect(await resultsOf(run)).toEqual([]);
  expect(await once(start(run, 1), "exit")).toEqual([0, null]);
  expect([(await result(run, 0)).ending, (await result(run, 1)).ending]).toEqual([
    "succeeded",
    "succeeded",
  ]);
});

/** Ends a run's program, and a little later its runner where it is to be; answers how its tasks ended. */
async function endingsOf(script: string, isCancelled: boolean): Promise<readonly string[]> {
  const run = await make({ command: sh(script) });
  const runner = start(run, 0);
  const exit = once(runner, "exit");
  while ((await logged(run)) === "") await sleep(20);
  process.kill(Number(await logged(run)), "SIGTERM");
  await sleep(100);
  if (isCancelled) runner.kill("SIGTERM");
  await exit;
  return (await resultsOf(run)).map(({ ending }) => ending);
}

const logged = (run: ComputeRun): Promise<string> =>
  readFile(join(run.folder, "log-0.txt"), "utf8").catch(() => "");

test.each([
  ["is ended by the signal", "echo $$; exec sleep 300"],
  ["ends with the signal's exit code", "trap 'exit 143' TERM; echo $$; sleep 300 & wait"],
])("a program that %s just before its runner was cancelled with it", async (_, script) => {
  expect(await endingsOf(script, true)).toEqual([]);
  expect((await endingsOf(script, false)).length).toBe(1);
});

test("executions of a job that the engine lost publish nothing once it is submitted again", async () => {
  const run = await make({ command: sh("echo begun; sleep 1; echo x > $1/x") });
  const lost = start(run, 5);
  while (!(await readdir(run.folder)).includes("log-0.txt")) await sleep(20);
  clearClaims(run.folder);
  expect((await once(lost, "exit"))[0]).toBe(0);
  expect(await resultsOf(run)).toEqual([]);
});

test("a store that is away fails the task with that reason", async () => {
  const away: ObjectStoreOptions = {
    kind: "s3",
    endpoint: "http://127.0.0.1:1",
    region: "x",
    accessKey: "x",
    secretKey: "x",
    wireChecksum: "md5",
    postBucket: "uploads",
    corsOrigins: [],
  };
  const file = { path: "a", bucket: BUCKET, key: "a", size: 1, xxh128: null };
  const runs = [
    await make({ command: sh("true"), store: away, inputs: { points: [file] } }),
    await make({ command: sh("echo x > $1/x"), store: away }),
  ];
  for (const { folder: of } of runs)
    await runElement({
      folder: of,
      element: "0",
      tasks: [0],
      scratch: folder,
      signal: new AbortController().signal,
      storeSeconds: 0.5,
    });
  const [input, output] = await Promise.all(runs.map((run) => result(run)));
  expect(input).toMatchObject({ ending: "inputFault", errors: [{ file: "a" }] });
  expect(input?.errors[0]?.message).toContain("cannot be read from the store");
  expect(output).toMatchObject({ ending: "outputFault", errors: [{ file: "x" }] });
  expect(output?.errors[0]?.message).toContain("cannot be stored");
});
