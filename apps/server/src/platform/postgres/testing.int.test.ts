import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Db } from "./schema.ts";
import { createTestDatabase } from "./testing.ts";

const tablesOf = async (db: Db) => (await db.introspection.getTables()).map((table) => table.name);

/** How many rows each table has, of those that have any. */
async function rowsOf(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; n: number }>`SELECT c.oid::regclass::text AS name,
      (xpath('/row/n/text()', query_to_xml(format('SELECT count(*) AS n FROM %s', c.oid::regclass),
        false, true, '')))[1]::text::int AS n
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname IN ('public', 'audit', 'pgboss') ORDER BY 1`.execute(db);
  return Object.fromEntries(rows.filter(({ n }) => n > 0).map(({ name, n }) => [name, n]));
}

test("every test database is its own and holds the migrated tables", async () => {
  const one = await createTestDatabase();
  const two = await createTestDatabase();
  await sql`CREATE TABLE only_here (id int)`.execute(one.db);
  const tables = await tablesOf(two.db);
  expect(tables).toContain("sessions");
  expect(tables).not.toContain("only_here");
  await one.drop();
  await two.drop();
});

test("what a test wrote is gone for the next one, however much, and what was there first is there", async () => {
  const one = await createTestDatabase();
  const first = await rowsOf(one.db);
  const settings = await sql<object>`SELECT * FROM pgboss.version`.execute(one.db);
  await sql`INSERT INTO aircraft SELECT 'VH-' || n, 'Rotary' FROM generate_series(1, 5000) n`.execute(
    one.db,
  );
  const event = sql<{ id: number }>`INSERT INTO audit.events (action, actor, detail)
    VALUES ('test', 'swath', '{}') RETURNING id`;
  const { id } = (await event.execute(one.db)).rows[0]!;
  await sql`DELETE FROM pgboss.version`.execute(one.db);
  await one.drop();
  const next = await createTestDatabase();
  expect(next.url).toBe(one.url);
  expect(await rowsOf(next.db)).toEqual(first);
  expect((await sql`SELECT * FROM pgboss.version`.execute(next.db)).rows).toEqual(settings.rows);
  expect((await event.execute(next.db)).rows[0]!.id).toBe(id);
  await next.drop();
});

test.each([
  "CREATE TABLE planted (id int)",
  "ALTER TABLE aircraft ADD COLUMN planted int",
  "ALTER TABLE uploads DISABLE TRIGGER USER",
  "CREATE FUNCTION planted() RETURNS int LANGUAGE sql AS 'SELECT 1'",
  "REVOKE ALL ON flights FROM postgres",
])("a database that a test changed itself serves no other one: %s", async (statement) => {
  const one = await createTestDatabase();
  await sql.raw(statement).execute(one.db);
  await one.drop();
  const next = await createTestDatabase();
  expect(next.url).not.toBe(one.url);
  await next.drop();
});

test("what a test left under way does nothing once its database is dropped", async () => {
  const one = await createTestDatabase();
  await one.drop();
  await expect(sql`SELECT 1`.execute(one.db)).rejects.toThrow("the test");
});

test("sizes beyond 32 bits come back as numbers", async () => {
  const { db, drop } = await createTestDatabase();
  const result = await sql<{ size: number }>`SELECT 5000000000::bigint AS size`.execute(db);
  expect(result.rows[0]?.size).toBe(5_000_000_000);
  await drop();
});
