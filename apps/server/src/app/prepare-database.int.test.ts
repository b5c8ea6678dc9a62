import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { REPLACED } from "../platform/postgres/migrate.ts";
import { createTestDatabase } from "../platform/postgres/testing.ts";
import { checkPrepared, prepareDatabase } from "./prepare-database.ts";
import { StartProblem } from "./start-problem.ts";

async function openedAfter(migrations: readonly string[]) {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  await sql`DELETE FROM kysely_migration`.execute(database.db);
  for (const name of migrations)
    await sql`INSERT INTO kysely_migration VALUES (${name}, '2026-11-29T10:00:00.000Z')`.execute(
      database.db,
    );
  return database;
}

test("a database that a program before the baseline kept is prepared by its owner, and then serves", async () => {
  const { db, url } = await openedAfter(REPLACED);
  await expect(checkPrepared(db)).rejects.toThrow(/run `swath migrate` as its owner first/);
  await prepareDatabase(url);
  await checkPrepared(db);
});

test("an older one is refused at the start and by `swath migrate`, with the program that it needs first", async () => {
  const { db, url } = await openedAfter(REPLACED.slice(0, 11));
  for (const refused of [checkPrepared(db), prepareDatabase(url)])
    await expect(refused).rejects.toEqual(
      new StartProblem(
        "The database was made by an older Swath (its last migration is 0011-flight-kinds): run Swath of " +
          "commit dd49b1e3 on it first, which brings it up to date, and then this one.",
      ),
    );
});
