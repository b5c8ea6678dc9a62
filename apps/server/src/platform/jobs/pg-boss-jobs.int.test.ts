import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../postgres/testing.ts";
import type { Jobs } from "./jobs.ts";
import { openJobs } from "./pg-boss-jobs.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function open(): Promise<{ jobs: Jobs; failures: string[] }> {
  const failures: string[] = [];
  const jobs = await openJobs(database.url, {
    onError: () => undefined,
    onFailure: (queue) => failures.push(queue),
    stopMs: 2_000,
  });
  onTestFinished(() => jobs.stop());
  return { jobs, failures };
}

async function until(check: () => boolean, ms = 10_000): Promise<void> {
  for (let waited = 0; waited < ms; waited += 20) {
    if (check()) return;
    await sleep(20);
  }
  throw new Error("it never came true");
}

test("a job starts in well under a second", async () => {
  const { jobs } = await open();
  const seen: number[] = [];
  await jobs.work<{ turn: number }>("quick", { concurrency: 1 }, async () => {
    seen.push(performance.now());
  });
  await sleep(300);
  const sent = performance.now();
  await jobs.send("quick", { turn: 1 });
  await until(() => seen.length === 1);
  expect((seen[0] ?? Infinity) - sent).toBeLessThan(900);
});

test("a job sent within a transaction exists only if that commits", async () => {
  const { jobs } = await open();
  const seen: string[] = [];
  await jobs.work<{ name: string }>("transacted", { concurrency: 1 }, async ({ data }) => {
    seen.push(data.name);
  });
  const rolledBack = database.db.transaction().execute(async (within) => {
    await jobs.send("transacted", { name: "rolled back" }, { within });
    throw new Error("changed its mind");
  });
  await expect(rolledBack).rejects.toThrow("changed its mind");
  await database.db
    .transaction()
    .execute((within) => jobs.send("transacted", { name: "committed" }, { within }));
  await until(() => seen.length > 0);
  await sleep(1_500);
  expect(seen).toEqual(["committed"]);
});

test("of one key one job waits or runs; jobs without a key do not hinder each other", async () => {
  const { jobs } = await open();
  for (const key of ["a", "a", "b", undefined, undefined])
    await jobs.send("keyed", { key: key ?? "none" }, key === undefined ? {} : { key });
  const seen: string[] = [];
  await jobs.work<{ key: string }>("keyed", { concurrency: 2 }, async ({ data }) => {
    seen.push(data.key);
  });
  await until(() => seen.length === 4);
  await sleep(1_500);
  expect(seen.toSorted()).toEqual(["a", "b", "none", "none"]);
});

test("a handler that fails is tried again later, and the failure is told", async () => {
  const { jobs, failures } = await open();
  let turns = 0;
  await jobs.work("failing", { concurrency: 1 }, async () => {
    turns += 1;
    if (turns === 1) throw new Error("the store is away");
  });
  await jobs.send("failing", {});
  await until(() => turns === 2, 15_000);
  expect(failures).toEqual(["failing"]);
});

test("stopping aborts a running handler, and another worker takes its job over", async () => {
  const first = await open();
  let started = false;
  let aborted = false;
  await first.jobs.work("handed-over", { concurrency: 1 }, async ({ signal }) => {
    started = true;
    await once(signal, "abort");
    aborted = true;
    throw signal.reason;
  });
  await first.jobs.send("handed-over", {});
  await until(() => started);
  await first.jobs.stop();
  expect(aborted).toBe(true);
  const second = await open();
  let done = false;
  await second.jobs.work("handed-over", { concurrency: 1 }, async () => {
    done = true;
  });
  await until(() => done, 15_000);
});

test("periodic work runs once for each turn, however many processes ask", async () => {
  const one = await open();
  const two = await open();
  let turns = 0;
  const task = async (): Promise<void> => {
    turns += 1;
  };
  await one.jobs.every("sweep", 2, task);
  await two.jobs.every("sweep", 2, task);
  await sleep(7_000);
  expect(turns).toBeGreaterThanOrEqual(2);
  expect(turns).toBeLessThanOrEqual(5);
});

test("the job of a worker killed with -9 is taken over within 20 seconds", async () => {
  const place = await mkdtemp(join(tmpdir(), "swath-jobs-"));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const source = join(place, "worker.ts");
  const driver = new URL("./pg-boss-jobs.ts", import.meta.url).href;
  await writeFile(
    source,
    `import { openJobs } from ${JSON.stringify(driver)};
     const quiet = () => undefined;
     const jobs = await openJobs(process.argv[2], { onError: quiet, onFailure: quiet });
     await jobs.work("killed", { concurrency: 1 }, () => {
       process.send("started");
       return new Promise(() => setInterval(quiet, 1000));
     });`,
  );
  const { jobs } = await open();
  const child = fork(source, [database.url], { execArgv: [] });
  await jobs.send("killed", { file: "one" });
  await once(child, "message");
  const killed = performance.now();
  child.kill("SIGKILL");
  const seen: string[] = [];
  await jobs.work<{ file: string }>("killed", { concurrency: 1 }, async ({ data }) => {
    seen.push(data.file);
  });
  await until(() => seen.length === 1, 25_000);
  expect(performance.now() - killed).toBeLessThan(20_000);
});
