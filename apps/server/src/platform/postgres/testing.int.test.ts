import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestDatabase } from "./testing.ts";

test("every test database is its own and holds the migrated tables", async () => {
  const one = await createTestDatabase();
  const two = await createTestDatabase();
  await sql`CREATE TABLE only_here (id int)`.execute(one.db);
  const tables = (await two.db.introspection.getTables()).map((table) => table.name);
  expect(tables).toContain("sessions");
  expect(tables).not.toContain("only_here");
  await one.drop();
  await two.drop();
});

test("sizes beyond 32 bits come back as numbers", async () => {
  const { db, drop } = await createTestDatabase();
  const result = await sql<{ size: number }>`SELECT 5000000000::bigint AS size`.execute(db);
  expect(result.rows[0]?.size).toBe(5_000_000_000);
  await drop();
});
