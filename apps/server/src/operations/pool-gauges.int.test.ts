import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addGauges, createMetrics } from "../platform/metrics/metrics.ts";
import { openDatabase } from "../platform/postgres/connection.ts";
import { PoolRegister } from "../platform/postgres/pool-register.ts";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";
import { openQueues } from "../platform/queues/pg-boss-queues.ts";
import { poolGauges } from "./pool-gauges.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function watched() {
  const pools = new PoolRegister();
  const { registry } = createMetrics();
  addGauges(registry, poolGauges(pools), () => 0);
  const role = new URL(database.url).username;
  /** The value of a series of a pool; undefined where there is none. */
  const read = async (name: string, pool: string, state?: string): Promise<number | undefined> => {
    const labels = `pool="${pool}",role="${role}"${state === undefined ? "" : `,state="${state}"`}`;
    const [, value] =
      new RegExp(`^${name}\\{${labels}\\} (\\d+)$`, "m").exec(await registry.metrics()) ?? [];
    return value === undefined ? undefined : Number(value);
  };
  return { pools, read };
}

test("connections in use, at rest and waited for are told of each pool, with its role", async () => {
  const { pools, read } = watched();
  const onPool = pools.entry("main", database.url);
  const db = openDatabase(database.url, { connections: 1, onPool });
  expect(await read("swath_database_connections", "main", "used")).toBe(0);
  expect(await read("swath_database_connections_limit", "main")).toBe(1);
  await db.transaction().execute(async (trx) => {
    await sql`SELECT 1`.execute(trx);
    expect(await read("swath_database_connections", "main", "used")).toBe(1);
    expect(await read("swath_database_waiting", "main")).toBe(0);
    const waits = sql`SELECT 1`.execute(db);
    await expect.poll(() => read("swath_database_waiting", "main")).toBe(1);
    void waits.catch(() => undefined);
  });
  await expect.poll(() => read("swath_database_waiting", "main")).toBe(0);
  await expect.poll(() => read("swath_database_connections", "main", "idle")).toBe(1);
  await db.destroy();
});

test("the queues' own pool is among them", async () => {
  const { pools, read } = watched();
  const queues = await openQueues(database.url, {
    onError: () => undefined,
    onFailure: () => undefined,
    onPool: pools.entry("queues", database.url),
  });
  expect(await read("swath_database_connections_limit", "queues")).toBe(4);
  expect(await read("swath_database_waiting", "queues")).toBe(0);
  await queues.stop();
});
