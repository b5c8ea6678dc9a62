import { sql } from "kysely";
import type { Db } from "../../../apps/server/src/platform/postgres/schema.ts";

export interface TableSize {
  readonly rows: number;
  /** With indexes and what was not vacuumed. */
  readonly bytes: number;
}

/** Rows and bytes of every table, by its name; those of `public` without the schema. */
export async function tableSizes(db: Db): Promise<Map<string, TableSize>> {
  const { rows: tables } = await sql<{ name: string; id: string; bytes: number }>`
    SELECT CASE n.nspname WHEN 'public' THEN c.relname ELSE n.nspname || '.' || c.relname END AS name,
      format('%I.%I', n.nspname, c.relname) AS id,
      pg_total_relation_size(c.oid)::bigint AS bytes
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('public', 'audit', 'pgboss') AND c.relkind = 'r' ORDER BY 1`.execute(db);
  const sizes = new Map<string, TableSize>();
  for (const { name, id, bytes } of tables) {
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM ${sql.raw(id)}`.execute(db);
    sizes.set(name, { rows: rows[0]!.n, bytes });
  }
  return sizes;
}
