import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "./connection.ts";
import { migrate, missingMigrations, OlderDatabase, readMigrations, REPLACED } from "./migrate.ts";
import { OlderServer, tooNewSchema } from "./schema-requirements.ts";
import type { Db } from "./schema.ts";
import { createTestDatabase } from "./testing.ts";
import { untilBlocked } from "./testing/until-blocked.ts";

const LAST = "2026-11-29T10:00:00.000Z";
const atStep = (step: number): string => new Date(Date.parse(LAST) - step * 1_000).toISOString();

const historyOf = async (db: Db) =>
  (
    await sql<{ name: string; timestamp: string }>`SELECT name, timestamp FROM kysely_migration
    ORDER BY timestamp`.execute(db)
  ).rows;

/** A database with the history of a program from before the baseline, after so many of its migrations. */
async function openedAfter(migrations: number) {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const { db } = database;
  await sql
    .raw(`DROP SCHEMA audit CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public;
    CREATE TABLE kysely_migration (name text PRIMARY KEY, timestamp text NOT NULL);
    CREATE TABLE kysely_migration_lock (id text PRIMARY KEY, is_locked integer NOT NULL);
    INSERT INTO kysely_migration_lock VALUES ('migration_lock', 0)`)
    .execute(db);
  await (await readMigrations())["0001-baseline"]!.up(db);
  for (const [step, name] of REPLACED.slice(0, migrations).toReversed().entries())
    await sql`INSERT INTO kysely_migration VALUES (${name}, ${atStep(step)})`.execute(db);
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'Rotary')`.execute(db);
  return database;
}

test("a database after all migrations of before the baseline is taken as it is", async () => {
  const { db } = await openedAfter(REPLACED.length);
  expect((await missingMigrations(db))[0]).toBe("0001-baseline");
  await migrate(db);
  const history = await historyOf(db);
  expect(history[0]).toEqual({ name: "0001-baseline", timestamp: LAST });
  expect(await missingMigrations(db)).toEqual([]);
  expect((await sql`SELECT * FROM aircraft`.execute(db)).rows).toHaveLength(1);
  await migrate(db);
  expect(await historyOf(db)).toEqual(history);
});

test("servers that take such a database at once record the baseline once", async () => {
  const { db, url } = await openedAfter(REPLACED.length);
  const servers = [1, 2, 3].map(() => openDatabase(url, { connections: 2 }));
  const migrated = await db.transaction().execute(async (trx) => {
    // All three read the history before one of them changes it.
    await sql`LOCK TABLE kysely_migration IN SHARE MODE`.execute(trx);
    const all = Promise.all(servers.map((server) => migrate(server)));
    await untilBlocked(db, servers.length);
    return { all };
  });
  await migrated.all;
  await Promise.all(servers.map((server) => server.destroy()));
  const recorded = (await historyOf(db)).filter(({ name }) => name === "0001-baseline");
  expect(recorded).toEqual([{ name: "0001-baseline", timestamp: LAST }]);
});

test.each([11, 1, REPLACED.length - 1])(
  "a database after only %i of them is refused, and stays as it is",
  async (migrations) => {
    const { db } = await openedAfter(migrations);
    const before = await historyOf(db);
    for (const attempt of [missingMigrations, migrate]) {
      const refused = attempt(db);
      await expect(refused).rejects.toThrow(OlderDatabase);
      await expect(refused).rejects.toThrow(
        `(its last migration is ${REPLACED[migrations - 1]}): run Swath of commit dd49b1e3 on it first`,
      );
    }
    expect(await historyOf(db)).toEqual(before);
  },
);

const up = async (db: Db): Promise<void> => void (await sql`CREATE TABLE later ()`.execute(db));

/** The migrations of a later release: one more, which may leave older servers behind. */
async function laterMigrations(oldestRelease?: string) {
  const later = { up, ...(oldestRelease === undefined ? {} : { oldestRelease }) };
  return { ...(await readMigrations()), "9000-later": later };
}

async function openedNew() {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return database.db;
}

const hasLater = async (db: Db): Promise<boolean> =>
  (await historyOf(db)).some(({ name }) => name === "9000-later");

test("a migration waits until every server is new enough for it, and shuts out older ones", async () => {
  const db = await openedNew();
  const old = { serves: true, works: false, host: "one", pid: 17, release: "3.9.9" };
  await db.insertInto("processes").values(old).execute();
  const refused = migrate(db, laterMigrations("3.10.0"));
  await expect(refused).rejects.toThrow(OlderServer);
  await expect(refused).rejects.toThrow(
    "A server of release 3.9.9 runs (one, process 17), and the migration 9000-later takes away what releases " +
      "before 3.10.0 need: upgrade or stop it first",
  );
  expect(await hasLater(db)).toBe(false);
  await db.updateTable("processes").set({ release: "3.10.0" }).execute();
  await migrate(db, laterMigrations("3.10.0"));
  expect(await hasLater(db)).toBe(true);
  expect(await tooNewSchema(db, "3.9.9")).toMatch(
    /9000-later.*from 3\.10\.0 on, and this is 3\.9\.9/,
  );
  for (const release of ["3.10.0", "3.10.1", "4.0.0"])
    expect(await tooNewSchema(db, release)).toBeUndefined();
});

test("a server that was not heard of for a minute holds no migration up", async () => {
  const db = await openedNew();
  await sql`INSERT INTO processes (serves, works, host, pid, release, seen)
    VALUES (true, true, 'one', 17, '3.9.9', now() - interval '61 seconds')`.execute(db);
  await migrate(db, laterMigrations("3.10.0"));
  expect(await hasLater(db)).toBe(true);
});

test("an older program leaves the database of a newer one as it is, and works with it", async () => {
  const db = await openedNew();
  await migrate(db, laterMigrations());
  const history = await historyOf(db);
  await migrate(db);
  expect(await historyOf(db)).toEqual(history);
  expect(await missingMigrations(db)).toEqual([]);
  expect(await tooNewSchema(db, "0.0.1")).toBeUndefined();
});
