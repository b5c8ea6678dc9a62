import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "./connection.ts";
import type { Db } from "./schema.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";
import { DatabaseLink } from "./testing/database-link.ts";

const STALLED_MS = 200;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function openLinked(): Promise<{ db: Db; link: DatabaseLink }> {
  const link = await DatabaseLink.open(database.url);
  const db = openDatabase(link.url, { connections: 2, stalledMs: STALLED_MS });
  onTestFinished(async () => {
    link.close();
    await db.destroy();
  });
  return { db, link };
}

test("a statement whose answer a cut took fails once the network is back", async () => {
  const { db, link } = await openLinked();
  await sql`SELECT 1`.execute(db);
  link.cut();
  const failing = expect(sql`SELECT 2`.execute(db)).rejects.toThrow("Connection terminated");
  // PostgreSQL is asked about it, and does not answer yet.
  await expect.poll(() => link.connections).toBe(2);
  link.mend();
  await failing;
  await sql`SELECT 3`.execute(db);
});

test("a statement that takes long is left alone", async () => {
  const { db } = await openLinked();
  await expect(sql`SELECT pg_sleep(1)`.execute(db)).resolves.toBeDefined();
});

test("PostgreSQL ends the transactions of a server that it hears nothing of", async () => {
  const { rows } = await sql<{
    name: string;
    setting: string;
  }>`SELECT name, setting FROM pg_settings
    WHERE name = 'idle_in_transaction_session_timeout'`.execute(database.db);
  expect(rows[0]?.setting).toBe("30000");
});
