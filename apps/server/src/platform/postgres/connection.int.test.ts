import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, prepared } from "./connection.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("a marked statement is prepared once on its connection, whatever its values; others are not", async () => {
  const db = openDatabase(database.url, { connections: 1 });
  const sum = async (a: number, b: number): Promise<number> =>
    (await sql<{ sum: number }>`${prepared} SELECT ${a}::int4 + ${b}::int4 AS sum`.execute(db))
      .rows[0]!.sum;
  expect([await sum(1, 2), await sum(20, 30)]).toEqual([3, 50]);
  await expect(sql`${prepared} SELECT ${"x"}::int4`.execute(db)).rejects.toThrow("invalid input");
  const { rows } = await sql<{
    statement: string;
  }>`SELECT statement FROM pg_prepared_statements`.execute(db);
  expect(rows.map(({ statement }) => statement)).toEqual([
    "/* prepared */ SELECT $1::int4 + $2::int4 AS sum",
    "/* prepared */ SELECT $1::int4",
  ]);
  await db.destroy();
});
