import { sql } from "kysely";
import type { Db } from "../../../apps/server/src/platform/postgres/schema.ts";

interface TimedTable {
  readonly name: string;
  /** `column = column - interval`, for each of its moments. */
  readonly moves: string;
}

/** The tables that hold moments; a partition's rows are its parent's. */
async function timedTables(db: Db): Promise<TimedTable[]> {
  const { rows } = await sql<TimedTable>`
    SELECT format('%I.%I', n.nspname, c.relname) AS name,
      string_agg(format('%1$I = %1$I - interval ''1 day''', a.attname), ', ') AS moves
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE n.nspname IN ('public', 'audit', 'pgboss') AND c.relkind IN ('r', 'p')
      AND NOT c.relispartition AND a.attgenerated = ''
      AND a.atttypid IN ('timestamptz'::regtype, 'timestamp'::regtype)
    GROUP BY 1 ORDER BY 1`.execute(db);
  return rows;
}

/**
 * Moves every moment in the database a day into the past, which for its servers is as if a day had gone by:
 * their clocks and PostgreSQL's stay. Needs the database's superuser, whose updates meet no trigger.
 */
export async function shiftDay(db: Db): Promise<void> {
  const tables = await timedTables(db);
  await db.transaction().execute(async (trx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(trx);
    for (const { name, moves } of tables) await sql.raw(`UPDATE ${name} SET ${moves}`).execute(trx);
  });
}
