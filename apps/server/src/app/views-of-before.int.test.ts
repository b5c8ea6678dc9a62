import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { up as views } from "../../../../migrations/0009-views.ts";
import { up as viewsOfLists } from "../../../../migrations/0086-views-of-lists.ts";
import { createTestDatabase, type TestDatabase } from "../platform/postgres/testing.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("views of before there were others are of flights, with their names and filters", async () => {
  const kept = await database.db.transaction().execute(async (trx) => {
    await sql`CREATE SCHEMA before`.execute(trx);
    await sql`SET LOCAL search_path TO before`.execute(trx);
    const migrated = trx as unknown as Kysely<unknown>;
    await views(migrated);
    await sql`INSERT INTO views (id, subject, owner_name, name, shared, filters)
      VALUES ('a', 'crew', 'Crew', 'Ready', true, '{"Aircraft":"$any X"}')`.execute(trx);
    await viewsOfLists(migrated);
    const { rows } = await sql`SELECT id, subject, name, shared, filters, list, page_size
      FROM views`.execute(trx);
    return rows;
  });
  expect(kept).toEqual([
    {
      id: "a",
      subject: "crew",
      name: "Ready",
      shared: true,
      filters: { Aircraft: "$any X" },
      list: "flights",
      page_size: null,
    },
  ]);
});
