import { readFile } from "node:fs/promises";
import { sql, type Kysely } from "kysely";

/** The areas in `baseline/`, each after those whose tables it names. */
const AREAS = [
  "sessions",
  "audit",
  "flights",
  "uploads",
  "flight-filters",
  "flight-counts",
  "stored-data",
  "inventory",
  "processings",
  "processing-lists",
  "runs",
  "failures",
  "news",
  "application",
];

/** The whole database as of decision 26; later changes are migrations of their own, from 0002 on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const area of AREAS) {
    const file = new URL(`./baseline/${area}.sql`, import.meta.url);
    await sql.raw(await readFile(file, "utf8")).execute(db);
  }
}
