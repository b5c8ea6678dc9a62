import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../postgres/testing.ts";
import { DatabaseLink } from "../postgres/testing/database-link.ts";
import type { Jobs } from "./jobs.ts";
import { openJobs } from "./pg-boss-jobs.ts";
import { jobsSuite } from "./testing/suite.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function open(
  url = database.url,
  answerMs?: number,
): Promise<{ jobs: Jobs; failures: string[] }> {
  const failures: string[] = [];
  const jobs = await openJobs(url, {
    onError: () => undefined,
    onFailure: (queue) => failures.push(queue),
    stopMs: 2_000,
    ...(answerMs === undefined ? {} : { answerMs }),
  });
  onTestFinished(() => jobs.stop());
  return { jobs, failures };
}

jobsSuite(
  "jobs on pg-boss",
  () => database,
  async () => ({ ...(await open()), pass: async () => {}, turn: async () => {} }),
);

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

test("a worker whose connections were cut without a word works again when the way is back", async () => {
  const link = await DatabaseLink.open(database.url);
  onTestFinished(() => link.close());
  const { jobs } = await open(link.url, 2_000);
  let done = 0;
  await jobs.work("cut-off", { concurrency: 2 }, async () => {
    done += 1;
  });
  await jobs.send("cut-off", {});
  await until(() => done === 1);
  link.cut();
  await sleep(5_000);
  link.mend();
  const { jobs: others } = await open();
  await others.send("cut-off", {});
  await until(() => done === 2, 15_000);
}, 40_000);

test("stopping ends though connections that were cut never close", async () => {
  const link = await DatabaseLink.open(database.url);
  onTestFinished(() => link.close());
  const jobs = await openJobs(link.url, {
    onError: () => undefined,
    onFailure: () => undefined,
    stopMs: 1_000,
  });
  link.cut();
  link.mend();
  const stopped = jobs.stop().then(() => "stopped");
  expect(await Promise.race([stopped, sleep(15_000)])).toBe("stopped");
});
