import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "./connection.ts";
import { runExclusively } from "./exclusive-run.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";
import { ManualTimers } from "../clock/testing/manual-timers.ts";
import { DatabaseLink } from "./testing/database-link.ts";

const LEASE_MS = 1_000;
const never = new AbortController().signal;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const run = (name: string, task: (signal: AbortSignal) => Promise<void>, signal = never) =>
  runExclusively(database.db, { name, signal, leaseMs: LEASE_MS }, task);
const at = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);
const nothing = async (): Promise<void> => {};

/** Lets time pass for a lease. */
const age = (name: string, ms: number) =>
  sql`UPDATE exclusive_runs SET expires = expires - ${ms} * interval '1 millisecond'
    WHERE name = ${name}`.execute(database.db);
async function leftOf(name: string): Promise<number> {
  const { rows } = await sql<{ ms: number }>`SELECT (1000 * extract(epoch FROM
    expires - clock_timestamp()))::float8 AS ms FROM exclusive_runs WHERE name = ${name}`.execute(
    database.db,
  );
  return rows[0]!.ms;
}

test("of two runs of one name the second is refused, and one of another name is not", async () => {
  const second = Promise.withResolvers<void>();
  await run("one", async () => {
    await expect(run("one", nothing)).rejects.toThrow("another process runs: one");
    await run("two", async () => second.resolve());
  });
  await second.promise;
  await run("one", nothing);
});

test("of many that begin at once, one runs", async () => {
  const others = Promise.withResolvers<void>();
  let refused = 0;
  const refuse = (): void => {
    refused += 1;
    if (refused === 7) others.resolve();
  };
  await Promise.all(
    Array.from({ length: 8 }, () => run("many", () => others.promise).catch(refuse)),
  );
  expect(refused).toBe(7);
});

test("a run that fails is over, and throws what failed", async () => {
  const failing = run("failing", async () => {
    throw new Error("the store is away");
  });
  await expect(failing).rejects.toThrow("the store is away");
  await run("failing", nothing);
});

test("a run that takes longer than a lease keeps it, and holds no connection meanwhile", async () => {
  const db = openDatabase(database.url, { connections: 1 });
  onTestFinished(() => db.destroy());
  const timers = new ManualTimers();
  const leaseMs = 60_000;
  await runExclusively(db, { name: "long", signal: never, leaseMs, timers }, async (signal) => {
    for (let renewed = 1; renewed <= 3; renewed += 1) {
      await age("long", leaseMs - 10_000);
      await expect.poll(() => timers.waiting).toContain(leaseMs / 4);
      timers.advance(leaseMs / 4);
      await expect.poll(() => leftOf("long")).toBeGreaterThan(leaseMs - 10_000);
    }
    await expect(run("long", nothing)).rejects.toThrow("another process runs");
    await sql`SELECT 1`.execute(db);
    expect(signal.aborted).toBe(false);
  });
});

test("a run is told when its lease is another's, and leaves that one alone", async () => {
  await run("stuck", async (signal) => {
    // As if the process had stood still for longer than its lease.
    await sql`UPDATE exclusive_runs SET holder = gen_random_uuid(),
      expires = now() + interval '1 hour' WHERE name = 'stuck'`.execute(database.db);
    await once(signal, "abort");
  });
  await expect(run("stuck", nothing)).rejects.toThrow("another process runs");
});

test("a run is told to end from outside", async () => {
  const stopping = new AbortController();
  await run(
    "stopped",
    async (signal) => {
      stopping.abort();
      expect(signal.aborted).toBe(true);
    },
    stopping.signal,
  );
});

test("the run of a process killed with -9 is taken over once its lease has expired", async () => {
  const place = await mkdtemp(join(tmpdir(), "swath-runs-"));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const source = join(place, "runner.ts");
  await writeFile(
    source,
    `import { openDatabase } from ${at("./connection.ts")};
     import { runExclusively } from ${at("./exclusive-run.ts")};
     const signal = new AbortController().signal;
     const run = { name: "killed", signal, leaseMs: 60_000 };
     await runExclusively(openDatabase(process.argv[2]), run, () => {
       process.send("running");
       return new Promise(() => setInterval(() => undefined, 1000));
     });`,
  );
  const child = fork(source, [database.url], { execArgv: [] });
  await once(child, "message");
  child.kill("SIGKILL");
  await once(child, "exit");
  await expect(run("killed", nothing)).rejects.toThrow("another process runs");
  await age("killed", 61_000);
  await run("killed", nothing);
});

test("a run learns that its lease may be another's where the database does not answer at all", async () => {
  const link = await DatabaseLink.open(database.url);
  const timers = new ManualTimers();
  const db = openDatabase(link.url, { answerMs: 500, timers });
  onTestFinished(async () => {
    await timers.settle(db.destroy(), LEASE_MS);
    link.close();
  });
  const exclusive = { name: "cut off", signal: never, leaseMs: LEASE_MS, timers };
  await runExclusively(db, exclusive, async (signal) => {
    link.cut();
    await timers.settle(once(signal, "abort"), LEASE_MS / 4);
    link.mend();
  });
});
