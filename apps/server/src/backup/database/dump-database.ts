import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { SnapshotDetails, SnapshotManifest } from "../repository/snapshot-files.ts";
import { compressed } from "../repository/stored-stream.ts";
import { columnList, readSequences, readTables, type Table, tableName } from "./tables.ts";

type WriteFile = (
  name: string,
  source: AsyncIterable<Uint8Array>,
) => Promise<SnapshotManifest["files"][number]>;

export interface DatabaseDump extends Pick<
  SnapshotDetails,
  "migrations" | "postgres" | "tables" | "sequences"
> {
  /** The moment that it is of, by the database's clock. */
  readonly taken: Date;
  readonly files: SnapshotManifest["files"];
}

/** A role may be told to read texts in other ways; what is written is read by any PostgreSQL. */
const PLAIN = `SET client_encoding = 'UTF8'; SET datestyle = 'ISO'; SET intervalstyle = 'postgres';
  SET extra_float_digits = 3; SET statement_timeout = 0; SET lock_timeout = 0;
  SET idle_in_transaction_session_timeout = 0`;

async function dumpTable(client: pg.Client, table: Table, write: WriteFile) {
  const rows = `SELECT ${columnList(table)} FROM ${tableName(table)}`;
  const copy = client.query(copyTo(`COPY (${rows}) TO STDOUT`));
  const file = await write(`database/${table.schema}.${table.name}.copy.zst`, compressed(copy));
  return { file, dumped: { ...table, rows: copy.rowCount, file: file.name } };
}

/** Writes all tables in one transaction: as they are at one moment, whatever others write meanwhile. */
async function dumpAll(client: pg.Client, write: WriteFile): Promise<DatabaseDump> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  const tables = await readTables(client);
  // Against a migration at the same time.
  await client.query(`LOCK TABLE ${tables.map(tableName).join(", ")} IN ACCESS SHARE MODE`);
  const { rows: migrations } = await client.query<{ name: string }>(
    "SELECT name FROM public.kysely_migration ORDER BY name",
  );
  const { rows: facts } = await client.query<{ postgres: string; taken: Date }>(
    `SELECT current_setting('server_version') AS postgres, now() AS taken`,
  );
  const dumped: DatabaseDump["tables"] = [];
  const files: DatabaseDump["files"] = [];
  for (const table of tables) {
    const { file, dumped: row } = await dumpTable(client, table, write);
    dumped.push(row);
    files.push(file);
  }
  // Last, so that no row has a greater number.
  const sequences = await readSequences(client);
  await client.query("COMMIT");
  const { postgres, taken } = facts[0]!;
  return {
    taken,
    postgres,
    migrations: migrations.map(({ name }) => name),
    tables: dumped,
    sequences,
    files,
  };
}

/** Writes the database of an address, but for its queue of jobs, as files of a snapshot. */
export async function dumpDatabase(url: string, write: WriteFile): Promise<DatabaseDump> {
  const client = new pg.Client({ connectionString: url, application_name: "swath backup" });
  // What breaks while no query runs: the next query fails.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(PLAIN);
    return await dumpAll(client, write);
  } finally {
    await client.end().catch(() => {});
  }
}
