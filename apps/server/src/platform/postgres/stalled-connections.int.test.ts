import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "./connection.ts";
import type { Db } from "./schema.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";
import { ManualTimers } from "../clock/testing/manual-timers.ts";
import { DatabaseLink } from "./testing/database-link.ts";

const STALLED_MS = 10_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function openLinked(): Promise<{ db: Db; link: DatabaseLink; timers: ManualTimers }> {
  const link = await DatabaseLink.open(database.url);
  const timers = new ManualTimers();
  const db = openDatabase(link.url, { connections: 2, answerMs: 500, timers });
  onTestFinished(async () => {
    link.close();
    await db.destroy();
  });
  return { db, link, timers };
}

test("a statement whose answer a cut took fails once the network is back", async () => {
  const { db, link, timers } = await openLinked();
  await sql`SELECT 1`.execute(db);
  link.cut();
  const failing = expect(sql`SELECT 2`.execute(db)).rejects.toThrow("Connection terminated");
  // PostgreSQL is asked about it, and does not answer yet.
  await expect
    .poll(() => {
      timers.advance(STALLED_MS);
      return link.connections;
    })
    .toBe(2);
  link.mend();
  await timers.settle(failing, STALLED_MS);
  await sql`SELECT 3`.execute(db);
});

test("a statement that takes long is left alone", async () => {
  const { db, timers } = await openLinked();
  const locks = openDatabase(database.url);
  onTestFinished(() => locks.destroy());
  await locks.connection().execute(async (held) => {
    await sql`SELECT pg_advisory_lock(1)`.execute(held);
    const waiting = sql`SELECT pg_advisory_lock(1)`.execute(db);
    for (let examined = 0; examined < 3; examined += 1) {
      await expect.poll(() => timers.waiting.length).toBe(1);
      timers.advance(2 * STALLED_MS);
    }
    await expect.poll(() => timers.waiting.length).toBe(1);
    await sql`SELECT pg_advisory_unlock(1)`.execute(held);
    await expect(waiting).resolves.toBeDefined();
  });
});

test("PostgreSQL ends the transactions of a server that it hears nothing of", async () => {
  const { rows } = await sql<{
    name: string;
    setting: string;
  }>`SELECT name, setting FROM pg_settings
    WHERE name = 'idle_in_transaction_session_timeout'`.execute(database.db);
  expect(rows[0]?.setting).toBe("30000");
});
