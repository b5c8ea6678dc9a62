import { once } from "node:events";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../postgres/testing.ts";
import { DatabaseLink } from "../postgres/testing/database-link.ts";
import type { Queues } from "./queues.ts";
import { type QueuesOptions, openQueues } from "./pg-boss-queues.ts";
import { queuesSuite } from "./testing/suite.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function open(
  options: Partial<QueuesOptions> = {},
): Promise<{ queues: Queues; failures: string[] }> {
  const failures: string[] = [];
  const queues = await openQueues(database.url, {
    onError: () => undefined,
    onFailure: (queue) => failures.push(queue),
    stopMs: 2_000,
    ...options,
  });
  onTestFinished(() => queues.stop());
  return { queues, failures };
}

queuesSuite(
  "jobs on pg-boss",
  () => database,
  async () => ({ ...(await open()), pass: async () => {}, turn: async () => {} }),
);

const until = (check: () => boolean) => expect.poll(check, { interval: 20 }).toBe(true);

test("a job starts when its worker is notified of it, not when it looks for jobs", async () => {
  const { queues } = await open({ pollSeconds: 3_600 });
  const seen: number[] = [];
  await queues.work<{ turn: number }>("quick", { concurrency: 1 }, async ({ data }) => {
    seen.push(data.turn);
  });
  for (const turn of [1, 2, 3]) {
    await queues.send("quick", { turn });
    await until(() => seen.length === turn);
  }
});

test("stopping aborts a running handler, and another worker takes its job over", async () => {
  const first = await open();
  let started = false;
  let aborted = false;
  await first.queues.work("handed-over", { concurrency: 1 }, async ({ signal }) => {
    started = true;
    await once(signal, "abort");
    aborted = true;
    throw signal.reason;
  });
  await first.queues.send("handed-over", {});
  await until(() => started);
  await first.queues.stop();
  expect(aborted).toBe(true);
  const second = await open();
  let done = false;
  await second.queues.work("handed-over", { concurrency: 1 }, async () => {
    done = true;
  });
  await until(() => done);
});

test("periodic work runs once for each turn, however many processes ask", async () => {
  const one = await open();
  const two = await open();
  let turns = 0;
  const task = async (): Promise<void> => {
    turns += 1;
  };
  await one.queues.every("sweep", 1, task);
  await two.queues.every("sweep", 1, task);
  await until(() => turns >= 3);
  await Promise.all([one.queues.stop(), two.queues.stop()]);
  // Of each slot of time one job was made, and run.
  const { rows } = await sql<{ made: number; slots: number; run: number }>`SELECT
      count(*) AS made, count(DISTINCT singleton_on) AS slots,
      count(*) FILTER (WHERE state = 'completed') AS run
    FROM pgboss.job WHERE name = 'every-sweep'`.execute(database.db);
  expect(rows[0]!.made).toBe(rows[0]!.slots);
  expect(rows[0]!.run).toBe(turns);
});

test("stopping ends though connections that were cut never close", async () => {
  const link = await DatabaseLink.open(database.url);
  onTestFinished(() => link.close());
  const queues = await openQueues(link.url, {
    onError: () => undefined,
    onFailure: () => undefined,
    stopMs: 500,
    closeMs: 500,
  });
  link.cut();
  link.mend();
  const stopped = queues.stop().then(() => "stopped");
  expect(await stopped).toBe("stopped");
});
