import type pg from "pg";
import type { DumpedTable } from "../repository/snapshot-files.ts";

/** Schemas that a backup keeps; of pgboss nothing is kept: its jobs are asked for again. */
export const SCHEMAS = ["public", "audit"] as const;
/** What a migration writes, and what processes that run hold for some seconds. */
const LEFT_OUT = [
  "kysely_migration",
  "kysely_migration_lock",
  "exclusive_runs",
  "job_progress",
  "processes",
  "schema_requirements",
  "seal_marks",
];

export type Table = Pick<DumpedTable, "schema" | "name" | "columns">;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const tableName = ({ schema, name }: Pick<Table, "schema" | "name">): string =>
  `${quoted(schema)}.${quoted(name)}`;
export const columnList = ({ columns }: Pick<Table, "columns">): string =>
  columns.map(quoted).join(", ");

/** The tables of a database with the columns that are written to them, without an extension's. */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT n.nspname::text AS schema, c.relname::text AS name, coalesce((
        SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      ), '{}') AS columns
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND NOT c.relname = ANY ($2)
      AND NOT EXISTS (SELECT FROM pg_depend d
        WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C"`,
    [SCHEMAS, LEFT_OUT],
  );
  return rows;
}

/** A sequence with the last value that it gave out, as far as the role may know it. */
export interface SequenceValue {
  readonly name: string;
  readonly value: number;
}

export async function readSequences(client: pg.ClientBase): Promise<SequenceValue[]> {
  const { rows } = await client.query<SequenceValue>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value AS value
    FROM pg_sequences WHERE schemaname = ANY ($1) AND last_value IS NOT NULL ORDER BY 1`,
    [SCHEMAS],
  );
  return rows;
}

/** Which table's rows name rows of which other table. */
async function readReferences(client: pg.ClientBase): Promise<Map<string, Set<string>>> {
  const { rows } = await client.query<{ from: string; to: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS "from", format('%I.%I', m.nspname, d.relname) AS "to"
    FROM pg_constraint f
      JOIN pg_class c ON c.oid = f.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_class d ON d.oid = f.confrelid JOIN pg_namespace m ON m.oid = d.relnamespace
    WHERE f.contype = 'f' AND f.conrelid <> f.confrelid AND n.nspname = ANY ($1)`,
    [SCHEMAS],
  );
  const found = new Map<string, Set<string>>();
  for (const { from, to } of rows) found.set(from, (found.get(from) ?? new Set()).add(to));
  return found;
}

const plainName = ({ schema, name }: Pick<Table, "schema" | "name">): string => `${schema}.${name}`;

/** Tables so that each comes after those that its rows name. */
export async function inOrderOfReferences<T extends Table>(
  client: pg.ClientBase,
  tables: readonly T[],
): Promise<T[]> {
  const references = await readReferences(client);
  const waiting = new Map(tables.map((table) => [plainName(table), table]));
  const ordered: T[] = [];
  while (waiting.size > 0) {
    const free = [...waiting].filter(
      ([name]) => ![...(references.get(name) ?? [])].some((other) => waiting.has(other)),
    );
    if (free.length === 0)
      throw new Error(`tables name each other in a circle: ${[...waiting.keys()].join(", ")}`);
    for (const [name, table] of free) {
      ordered.push(table);
      waiting.delete(name);
    }
  }
  return ordered;
}
