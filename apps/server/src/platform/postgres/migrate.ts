import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { sql, type Kysely } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import type { Database } from "./schema.ts";

const FOLDER = fileURLToPath(new URL("../../../../../migrations/", import.meta.url));
const FILE = /^(\d{4}-[a-z0-9-]+)\.ts$/;
async function readMigrations(): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const file of (await readdir(FOLDER)).toSorted()) {
    const name = FILE.exec(file)?.[1];
    if (name === undefined) continue;
    const path = pathToFileURL(join(FOLDER, file)).href;
    migrations[name] = (await import(/* @vite-ignore */ path)) as Migration;
  }
  return migrations;
}

/** Locks of ours; any numbers that no other program of this database locks. */
const LOCKS = { migrations: 7_283_001, demonstration: 7_283_101 } as const;

/** Runs a task while no other process runs one of the same name on this database. */
export async function alone<T>(
  db: Kysely<Database>,
  name: keyof typeof LOCKS,
  task: () => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`SELECT pg_advisory_lock(${LOCKS[name]})`.execute(connection);
    try {
      return await task();
    } finally {
      await sql`SELECT pg_advisory_unlock(${LOCKS[name]})`.execute(connection);
    }
  });
}

/** Brings a database to the newest migration; several servers may call it at once. */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const migrations = await readMigrations();
  const provider = { getMigrations: async () => migrations };
  await alone(db, "migrations", async () => {
    const { error } = await new Migrator({ db, provider }).migrateToLatest();
    if (error !== undefined) throw new Error("a migration failed", { cause: error });
  });
}
