import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { sql } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import {
  checkServers,
  contractionsOf,
  type OurMigration,
  recordRequirements,
} from "./schema-requirements.ts";
import type { Db } from "./schema.ts";

const FOLDER = fileURLToPath(new URL("../../../../../migrations/", import.meta.url));
const FILE = /^(\d{4}-[a-z0-9-]+)\.ts$/;
const BASELINE = "0001-baseline";
/** The migrations that the baseline replaced, in their order: older databases have them in their history. */
export const REPLACED = `
  0001-sessions 0002-flights 0003-uploads 0004-flight-facets 0005-audit 0006-archives
  0007-object-inventory 0008-support 0009-views 0010-flight-changes 0011-flight-kinds
  0012-background-runs 0013-shown-uploads 0014-flight-order 0015-flight-counts
  0016-denied-tokens 0017-upload-ready 0018-manifest-pages 0021-audit-schema
  0031-listed-sessions 0041-landing-places 0042-slots-and-quotas 0051-processings
  0052-job-orders 0053-calibrations 0054-processing-lists 0061-processing-runs
  0062-project-coordinates 0071-active-processings 0072-run-retention 0073-store-buckets
  0081-hand-made-marks 0083-bulk-actions 0084-job-failures 0086-views-of-lists 0087-following
  0090-application-settings 0094-instructions 0095-calibrations-of-attempts
  0096-jobs-by-instructions 0097-scrubs 0098-pieces 0099-upload-holders 0100-rebuild-progress
  0101-replaced-files 0102-stored-readings 0103-installation 0108-unleased-uploads 0110-open-qa
`
  .trim()
  .split(/\s+/);
/** A program that has them all, and so brings an older database to where the baseline takes it over. */
const LAST_WITH_REPLACED = "dd49b1e3";

/** A database that has had only some of the replaced migrations. */
export class OlderDatabase extends Error {
  constructor(newest: string | undefined) {
    super(
      `The database was made by an older Swath (its last migration is ${newest}): run Swath of commit ` +
        `${LAST_WITH_REPLACED} on it first, which brings it up to date, and then this one`,
    );
  }
}

/** The migrations of this program, by name. */
export async function readMigrations(): Promise<Record<string, OurMigration>> {
  const migrations: Record<string, OurMigration> = {};
  for (const file of (await readdir(FOLDER)).toSorted()) {
    const name = FILE.exec(file)?.[1];
    if (name === undefined) continue;
    const path = pathToFileURL(join(FOLDER, file)).href;
    migrations[name] = (await import(/* @vite-ignore */ path)) as OurMigration;
  }
  return migrations;
}

const migratorOf = (db: Db, migrations: Record<string, Migration>): Migrator =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } });

/** Whether a database has had every migration that the baseline replaced. Throws OlderDatabase after some. */
async function hasReplaced(db: Db): Promise<boolean> {
  const nothing = { up: async () => undefined };
  const replaced = Object.fromEntries(REPLACED.map((name) => [name, nothing]));
  const known = await migratorOf(db, replaced).getMigrations();
  const ran = known.filter(({ executedAt }) => executedAt !== undefined);
  if (ran.length > 0 && ran.length < REPLACED.length) throw new OlderDatabase(ran.at(-1)?.name);
  return ran.length > 0;
}

/**
 * Records the baseline in place of the migrations that it replaced: they made the same database. One
 * statement, so that the history is never without both; a second server that comes late finds no rows.
 */
async function recordBaseline(db: Db): Promise<void> {
  await sql`WITH replaced AS (
      DELETE FROM kysely_migration WHERE name = ANY (${REPLACED}::text[]) RETURNING timestamp)
    INSERT INTO kysely_migration (name, timestamp)
      SELECT ${BASELINE}, max(timestamp) FROM replaced HAVING count(*) > 0`.execute(db);
}

/** Any number, the same in every process: what holds it in the database is at the tables. */
const LOCK = 7_402_551;

/**
 * Runs while no other process changes the tables: to look for its own, Kysely reads the catalogue of all,
 * and fails where another process drops one meanwhile.
 */
async function withTables<T>(
  db: Db,
  mode: "shared" | "exclusive",
  run: (connection: Db) => Promise<T>,
): Promise<T> {
  const suffix = mode === "shared" ? sql`_shared` : sql``;
  return db.connection().execute(async (connection) => {
    await sql`SELECT pg_advisory_lock${suffix}(${LOCK})`.execute(connection);
    try {
      return await run(connection);
    } finally {
      await sql`SELECT pg_advisory_unlock${suffix}(${LOCK})`.execute(connection);
    }
  });
}

async function executedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ there: boolean }>`
    SELECT to_regclass('kysely_migration') IS NOT NULL AS there`.execute(db);
  if (rows[0]?.there !== true) return [];
  const executed = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  return executed.rows.map(({ name }) => name);
}

/** Names of migrations that a database has not seen. Throws OlderDatabase where this program has too few. */
export function missingMigrations(db: Db): Promise<string[]> {
  return withTables(db, "shared", async (connection) => {
    await hasReplaced(connection);
    const known = await migratorOf(connection, await readMigrations()).getMigrations();
    return known.flatMap(({ name, executedAt }) => (executedAt === undefined ? [name] : []));
  });
}

/** The names of the migrations of this program, in their order. */
export function knownMigrations(): Promise<string[]> {
  return readMigrations().then((migrations) => Object.keys(migrations));
}

/** Brings an empty database to one of the migrations, with those before it. */
export function migrateTo(db: Db, name: string): Promise<void> {
  return withTables(db, "exclusive", async (connection) => {
    const { error } = await migratorOf(connection, await readMigrations()).migrateTo(name);
    if (error !== undefined) throw new Error("a migration failed", { cause: error });
  });
}

/**
 * Brings a database to the newest migration; of servers that call it at once, one does it. A database of a
 * newer release stays as it is. Throws OlderDatabase where this program has too few migrations for it, and
 * OlderServer where a server runs that one of them leaves behind; then nothing is changed.
 */
export function migrate(db: Db, migrations = readMigrations()): Promise<void> {
  return withTables(db, "exclusive", async (connection) => {
    if (await hasReplaced(connection)) await recordBaseline(connection);
    const own = await migrations;
    const migrator = migratorOf(connection, own);
    const executed = await executedMigrations(connection);
    if (executed.some((name) => own[name] === undefined)) return;
    const pending = Object.keys(own).filter((name) => !executed.includes(name));
    const contractions = contractionsOf(own, pending);
    await checkServers(connection, contractions);
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw new Error("a migration failed", { cause: error });
    await recordRequirements(connection, contractions);
  });
}
