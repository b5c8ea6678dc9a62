import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { readMigrations, REPLACED } from "../platform/postgres/migrate.ts";
import { createTestDatabase } from "../platform/postgres/testing.ts";
import { checkPrepared, checkWorksWith, prepareDatabase } from "./prepare-database.ts";
import { StartProblem } from "./start-problem.ts";

async function openedAfter(migrations: readonly string[]) {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const { db } = database;
  // What came after the baseline is not there yet.
  await sql
    .raw(`DROP SCHEMA audit CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public;
    CREATE TABLE kysely_migration (name text PRIMARY KEY, timestamp text NOT NULL);
    CREATE TABLE kysely_migration_lock (id text PRIMARY KEY, is_locked integer NOT NULL);
    INSERT INTO kysely_migration_lock VALUES ('migration_lock', 0)`)
    .execute(db);
  await (await readMigrations())["0001-baseline"]!.up(db);
  for (const name of migrations)
    await sql`INSERT INTO kysely_migration VALUES (${name}, '2026-11-29T10:00:00.000Z')`.execute(
      db,
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
  for (const refused of [() => checkPrepared(db), () => prepareDatabase(url)])
    await expect(refused()).rejects.toEqual(
      new StartProblem(
        "The database was made by an older Swath (its last migration is 0011-flight-kinds): run Swath of " +
          "commit dd49b1e3 on it first, which brings it up to date, and then this one.",
      ),
    );
});

test("a server that is too old for the database says so instead of starting", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const { db } = database;
  await checkWorksWith(db, "3.3.3");
  const migration = { migration: "0042-contract", oldest_release: "4.0.0" };
  await db.insertInto("schema_requirements").values(migration).execute();
  await expect(checkWorksWith(db, "3.3.3")).rejects.toEqual(
    new StartProblem(
      "The database was migrated (0042-contract) for releases from 4.0.0 on, and this is 3.3.3: run that " +
        "release or a newer one, or restore the backup of before.",
    ),
  );
  await checkWorksWith(db, "4.0.0");
});
