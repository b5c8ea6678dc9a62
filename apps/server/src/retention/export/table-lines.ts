import { type RawBuilder, sql } from "kysely";
import type { Trx } from "../../platform/postgres/schema.ts";
import { type ExportedTable, OMITTED } from "./exported-tables.ts";

/** A manifest's page has up to 200 kB. */
const ROWS_AT_ONCE = 200;

/** The lines of a query, read piece by piece within its transaction. */
export async function* linesOf(trx: Trx, query: RawBuilder<unknown>): AsyncGenerator<string> {
  await sql`DECLARE exported NO SCROLL CURSOR FOR ${query}`.execute(trx);
  for (;;) {
    const { rows } = await sql<{ line: string }>`
      FETCH ${sql.lit(ROWS_AT_ONCE)} FROM exported`.execute(trx);
    for (const { line } of rows) yield line;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`CLOSE exported`.execute(trx);
}

async function keyColumns(trx: Trx, table: string): Promise<{ name: string; isText: boolean }[]> {
  const { rows } = await sql<{ name: string; isText: boolean }>`
    SELECT a.attname AS name, a.atttypid = 'text'::regtype AS "isText"
    FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k (number, place)
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
    WHERE i.indisprimary AND i.indrelid = ${table}::regclass ORDER BY k.place`.execute(trx);
  return rows;
}

/** Each row of a table as a line of JSON, in the order of its primary key, text by its bytes. */
export async function* tableLines(trx: Trx, table: ExportedTable): AsyncGenerator<string> {
  const row = sql`(to_jsonb(t) - ${sql.lit(`{${OMITTED[table]?.join() ?? ""}}`)}::text[])::text`;
  const key = await keyColumns(trx, table);
  const order =
    key.length === 0
      ? sql`${row} COLLATE "C"`
      : sql.join(
          key.map(({ name, isText }) =>
            isText ? sql`t.${sql.id(name)} COLLATE "C"` : sql`t.${sql.id(name)}`,
          ),
        );
  yield* linesOf(trx, sql`SELECT ${row} AS line FROM ${sql.table(table)} AS t ORDER BY ${order}`);
}
