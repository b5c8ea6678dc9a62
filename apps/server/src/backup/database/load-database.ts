import { Kysely, PostgresDialect, type PostgresPoolClient } from "kysely";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Database, Trx } from "../../platform/postgres/schema.ts";
import type { DumpedTable, SnapshotDetails } from "../repository/snapshot-files.ts";
import { DamagedBackup, decompressed } from "../repository/stored-stream.ts";
import { columnList, inOrderOfReferences, readTables, SCHEMAS, tableName } from "./tables.ts";

export interface Loading {
  /** Of the database's owner. */
  readonly url: string;
  readonly details: Pick<SnapshotDetails, "tables" | "sequences">;
  readonly read: (file: string) => AsyncIterable<Uint8Array>;
  /** Is part of the same transaction: without it nothing is loaded. */
  readonly afterwards: (trx: Trx) => Promise<void>;
}

const PLAIN = `SET client_encoding = 'UTF8'; SET datestyle = 'ISO'; SET intervalstyle = 'postgres';
  SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0`;

/** Whether a database holds anything: tables, views or sequences, an extension's aside. */
export async function isEmptyDatabase(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p', 'S', 'v', 'm')
        AND NOT EXISTS (SELECT FROM pg_depend d
          WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e') LIMIT 1`,
      [[...SCHEMAS, "pgboss"]],
    );
    return rows.length === 0;
  } finally {
    await client.end();
  }
}

const namesOf = (tables: readonly Pick<DumpedTable, "schema" | "name" | "columns">[]) =>
  new Set(tables.map((table) => `${tableName(table)} (${columnList(table)})`));

/** The tables of the backup, which must be those of the database, in the order in which rows may come. */
async function tablesToLoad(client: pg.Client, dumped: readonly DumpedTable[]) {
  const [here, there] = [namesOf(await readTables(client)), namesOf(dumped)];
  const [other] = here.symmetricDifference(there);
  if (other !== undefined)
    throw new DamagedBackup(`its tables are not those of its migrations: ${other}`);
  return inOrderOfReferences(client, dumped);
}

async function loadTable(client: pg.Client, table: DumpedTable, { read }: Loading): Promise<void> {
  const copy = client.query(copyFrom(`COPY ${tableName(table)} (${columnList(table)}) FROM STDIN`));
  await pipeline(decompressed(read(table.file)), copy);
  if (copy.rowCount === table.rows) return;
  throw new DamagedBackup(`${table.file} holds ${copy.rowCount} rows, not ${table.rows}`);
}

/** No sequence gives out a number that a row has, whatever the role of the backup could read of it. */
async function loadSequences(client: pg.Client, { details }: Loading): Promise<void> {
  for (const { name, value } of details.sequences)
    await client.query("SELECT setval($1::regclass, $2)", [name, value]);
  const { rows } = await client.query<{ sequence: string; column: string; table: string }>(
    `SELECT format('%I.%I', n.nspname, s.relname) AS sequence, quote_ident(a.attname) AS "column",
      format('%I.%I', m.nspname, t.relname) AS "table"
    FROM pg_class s JOIN pg_namespace n ON n.oid = s.relnamespace
      JOIN pg_depend d ON d.objid = s.oid AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
      JOIN pg_class t ON t.oid = d.refobjid JOIN pg_namespace m ON m.oid = t.relnamespace
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
    WHERE s.relkind = 'S' AND n.nspname = ANY ($1)`,
    [SCHEMAS],
  );
  for (const { sequence, column, table } of rows)
    await client.query(
      `SELECT setval('${sequence.replaceAll("'", "''")}'::regclass, top)
      FROM (SELECT max(${column}) AS top FROM ${table}) AS t
      WHERE top > coalesce(pg_sequence_last_value('${sequence.replaceAll("'", "''")}'::regclass), 0)`,
    );
}

async function loadAll(client: pg.Client, loading: Loading): Promise<void> {
  const tables = await tablesToLoad(client, loading.details.tables);
  const all = tables.map(tableName);
  // What triggers derive is loaded as it was; so are times and events of the audit log.
  for (const table of all) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${all.join(", ")}`);
  for (const table of tables) await loadTable(client, table, loading);
  await loadSequences(client, loading);
  for (const table of all) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

/** Kysely on one connection, which stays its opener's. */
function onClient(client: pg.Client): Kysely<Database> {
  const lent = Object.assign(client, { release: () => {} }) as unknown as PostgresPoolClient;
  const pool = { connect: async () => lent, end: async () => {}, options: {} };
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

/** Loads the tables of a backup into a database of the same migrations, all or nothing. */
export async function loadDatabase(loading: Loading): Promise<void> {
  const client = new pg.Client({
    connectionString: loading.url,
    application_name: "swath restore",
  });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(PLAIN);
    await onClient(client)
      .transaction()
      .execute(async (trx) => {
        await loadAll(client, loading);
        await loading.afterwards(trx);
      });
    for (const table of loading.details.tables) await client.query(`ANALYZE ${tableName(table)}`);
  } finally {
    await client.end().catch(() => {});
  }
}
