import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createHealth, statusOf } from "../platform/health/health.ts";
import { addGauges, createMetrics, type GaugeSource } from "../platform/metrics/metrics.ts";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import { readStorageUse } from "../domain/storage/storage-use.ts";
import { type CheckedParts, checksOf } from "./checks.ts";
import { machineGauges } from "./machine-gauges.ts";
import {
  livingProcesses,
  type ProcessFacts,
  registerProcess,
} from "../domain/processes/process-register.ts";
import {
  processGauges,
  queueGauges,
  runGauges,
  storageGauges,
  uploadGauges,
} from "./system-gauges.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.db.deleteFrom("processes").execute());

const WORKER: ProcessFacts = { serves: false, works: true, release: "3.4.0" };

/** Registers a process whose heartbeat the test gives. */
async function register(facts: ProcessFacts) {
  const beats: (() => void)[] = [];
  const problems: unknown[] = [];
  const { db } = database;
  const registered = await registerProcess(db, facts, {
    every: (beat) => {
      beats.push(beat);
      return () => beats.pop();
    },
    onProblem: (problem) => problems.push(problem),
  });
  return { ...registered, beat: () => beats[0]?.(), problems };
}

const age = (seconds: number) =>
  sql`UPDATE processes SET seen = now() - ${seconds} * interval '1 second'`.execute(database.db);

const clock = (): Date => new Date();

/** What the checks find of this database and a store that a test gives. */
async function found(given: Partial<CheckedParts> = {}) {
  const store = { ping: async () => undefined, freeBytes: async () => undefined };
  const parts = { db: database.db, store, clock, release: "3.4.0", dataFolder: "/tmp" };
  const checks = checksOf({ ...parts, reserveBytes: 1, ...given });
  const findings = await createHealth(checks, { clock, now: () => 0 }).findings();
  const faults = findings.flatMap(({ check, fault }) =>
    fault === null ? [] : [[check, fault.why]],
  );
  return {
    status: statusOf(findings),
    faults: Object.fromEntries(faults) as Record<string, string>,
  };
}

test("a process is known while it lives, and no longer when it has stopped", async () => {
  const { stop } = await register(WORKER);
  expect(await livingProcesses(database.db)).toMatchObject([{ ...WORKER, pid: process.pid }]);
  await stop();
  expect(await livingProcesses(database.db)).toEqual([]);
});

test("a process that was cut off enters the register again", async () => {
  const { beat, stop } = await register(WORKER);
  await age(46);
  expect(await livingProcesses(database.db)).toEqual([]);
  beat();
  await expect.poll(() => livingProcesses(database.db)).toHaveLength(1);
  await database.db.deleteFrom("processes").execute();
  beat();
  await expect.poll(() => livingProcesses(database.db)).toHaveLength(1);
  await stop();
});

test("operations/H2 without a worker a server is degraded, and says when one was heard of", async () => {
  expect(await found()).toEqual({
    status: "degraded",
    faults: { worker: "no worker has run for a day" },
  });
  const { stop } = await register(WORKER);
  const server = await register({ ...WORKER, serves: true, works: false });
  expect(await found()).toEqual({ status: "ok", faults: {} });
  await age(46);
  expect((await found()).faults["worker"]).toMatch(
    /^no worker runs; the last one was heard of at 20/,
  );
  await stop();
  await server.stop();
});

test("operations/H2 a full disk, a full store and a clock that is off are told", async () => {
  const { stop } = await register(WORKER);
  const { status, faults } = await found({
    reserveBytes: 1e18,
    store: { ping: async () => undefined, freeBytes: async () => 2e9 },
    clock: () => new Date(Date.now() - 60_000),
  });
  expect(status).toBe("degraded");
  expect(faults["room"]).toBe(
    "the store has 2.0 GB free, less than the 1000000000.0 GB to be kept",
  );
  expect(faults["disk"]).toMatch(/^the disk of the data folder has .* GB free, less than/);
  expect(faults["clock"]).toMatch(/^this machine's clock is (59|60) s behind the database's$/);
  await stop();
});

test("operations/H1 without its store, or on a schema of newer releases, a server is unavailable", async () => {
  const { stop } = await register(WORKER);
  const away = { ping: () => Promise.reject(new Error("away")), freeBytes: async () => undefined };
  expect(await found({ store: away })).toEqual({
    status: "unavailable",
    faults: { store: "away" },
  });
  await database.db
    .insertInto("schema_requirements")
    .values({ migration: "0042-contract", oldest_release: "4.0.0" })
    .execute();
  expect(await found()).toMatchObject({
    status: "unavailable",
    faults: { schema: /releases from 4/ },
  });
  await database.db.deleteFrom("schema_requirements").execute();
  await stop();
});

test("every figure of the system is read from a database that has nothing yet", async () => {
  const { db } = database;
  const { stop } = await register({ ...WORKER, serves: true });
  const { registry } = createMetrics();
  const store = { freeBytes: async () => 5e9 };
  const machine = machineGauges({ db, store, clock: () => new Date(), dataFolder: "/tmp" });
  const sources: readonly GaugeSource[] = [
    uploadGauges(db),
    runGauges(db),
    queueGauges(db),
    processGauges(db),
    storageGauges(db, { buckets: ["lidar"], softLimit: 9e14 }),
    machine,
  ];
  for (const source of sources) addGauges(registry, source, () => 0);
  const text = await registry.metrics();
  expect(text).not.toMatch(/^swath_.* Nan$/m);
  expect(text).toContain('swath_processes{duty="serve",release="3.4.0"} 1');
  expect(text).toContain('swath_processes{duty="work",release="3.4.0"} 1');
  expect(text).toContain('swath_disk_free_bytes{place="store"} 5000000000');
  expect(text).toMatch(/^swath_leases 0$/m);
  expect(text).toMatch(/^swath_storage_soft_limit_bytes 900000000000000$/m);
  expect(text).not.toMatch(/^swath_stored_bytes\{/m);
  expect(text).toMatch(/^swath_clock_offset_seconds -?\d/m);
  await stop();
});

test("what is stored is the sum of the company's buckets, as the inventory has them", async () => {
  const { db } = database;
  await sql`INSERT INTO stored_objects (bucket, key, size, modified) VALUES
    ('lidar', 'FL000001/a', 3, now()), ('lidar', 'b', 4, now()), ('imagery', 'c/d/e', 20, now()),
    ('of others', 'f', 100, now())`.execute(db);
  // One bucket may serve several roles.
  const limit = { buckets: ["lidar", "imagery", "lidar", "empty"], softLimit: 25 };
  expect(await readStorageUse(db, limit)).toEqual({ used: 27, limit: 25 });
  expect(await readStorageUse(db, { ...limit, softLimit: undefined })).toEqual({
    used: 27,
    limit: null,
  });
  const { registry } = createMetrics();
  addGauges(registry, storageGauges(db, limit), () => 0);
  expect(await registry.metrics()).toContain('swath_stored_bytes{bucket="lidar"} 7');
  await sql`DELETE FROM stored_objects WHERE bucket = 'imagery'`.execute(db);
  expect((await readStorageUse(db, limit)).used).toBe(7);
  await sql`DELETE FROM stored_objects`.execute(db);
});
