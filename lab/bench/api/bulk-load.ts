import { CompiledQuery, sql, type Kysely } from "kysely";
import type { Database } from "../../../apps/server/src/platform/postgres/schema.ts";

/** Runs statements as they stand. */
export async function run(db: Kysely<Database>, ...statements: readonly string[]): Promise<void> {
  for (const statement of statements) await db.executeQuery(CompiledQuery.raw(statement));
}

interface BulkLoad {
  /** Emptied first; all their indexes but those of constraints are made anew at the end. */
  readonly tables: readonly string[];
  /** Fill the tables, without triggers and foreign keys: the rows are consistent as generated. */
  readonly steps: readonly string[];
  readonly beforeIndexes?: readonly string[];
  readonly atEnd: readonly string[];
}

/** Fills tables by statements of many rows each. */
export async function bulkLoad(db: Kysely<Database>, load: BulkLoad): Promise<void> {
  const { tables, steps, beforeIndexes = [], atEnd } = load;
  await db.connection().execute(async (connection) => {
    const indexes = await sql<{ name: string; definition: string }>`
      SELECT indexname AS name, indexdef AS definition FROM pg_indexes
      WHERE schemaname = 'public' AND tablename = ANY (${tables}::text[]) AND indexname NOT IN (
        SELECT conname FROM pg_constraint WHERE conname IS NOT NULL)`.execute(connection);
    await run(connection, `TRUNCATE ${tables.join(", ")} CASCADE`);
    for (const { name } of indexes.rows) await run(connection, `DROP INDEX ${name}`);
    await run(connection, "SET session_replication_role = replica");
    await run(connection, "SET work_mem = '256MB'; SET maintenance_work_mem = '512MB'");
    await run(connection, ...steps);
    await run(connection, "SET session_replication_role = origin", ...beforeIndexes);
    await run(connection, ...indexes.rows.map(({ definition }) => definition), ...atEnd);
  });
}
