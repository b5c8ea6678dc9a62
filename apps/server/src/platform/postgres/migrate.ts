import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Migrator, type Migration } from "kysely/migration";
import type { Db } from "./schema.ts";

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

/** Names of migrations that a database has not seen. */
export async function missingMigrations(db: Db): Promise<string[]> {
  const migrations = await readMigrations();
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const known = await migrator.getMigrations();
  return known.flatMap(({ name, executedAt }) => (executedAt === undefined ? [name] : []));
}

/** Brings a database to the newest migration; of servers that call it at once, Kysely has one do it. */
export async function migrate(db: Db): Promise<void> {
  const migrations = await readMigrations();
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw new Error("a migration failed", { cause: error });
}
