import { createHash } from "node:crypto";
import { Kysely, PostgresDialect, sql, type LogEvent } from "kysely";
import pg from "pg";
import type { Database, Db } from "./schema.ts";

// bigint: sizes and counts of ours stay below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface DatabaseOptions {
  /** Most connections of this process; 10 by default. */
  readonly connections?: number;
  /** Called for connections that break while idle. */
  readonly onIdleError?: (error: Error) => void;
  /** Called for each statement that was run. */
  readonly onQuery?: (event: LogEvent) => void;
}

/** Opens a pool of connections; nothing is connected before the first query. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 10_000,
    application_name: "swath",
  });
  // Without a listener a connection that breaks while idle would end the process.
  pool.on("error", (error) => options.onIdleError?.(error));
  // Nor may one that breaks while it is held and no query runs on it: the next query fails.
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("connect", preparing);
  const { onQuery } = options;
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    ...(onQuery === undefined ? {} : { log: onQuery }),
  });
}

const MARK = "/* prepared */";

/**
 * Begins a statement whose plan each connection keeps: planning it would take as long as running it.
 * For statements of one text only, since a connection forgets none.
 */
export const prepared = sql.raw(MARK);

interface Prepared {
  readonly name: string;
  readonly text: string;
  readonly values: unknown;
}

/** Has a connection prepare the statements that {@link prepared} begins. */
function preparing(client: pg.Client): void {
  const run = client.query.bind(client) as (...words: unknown[]) => unknown;
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? createHash("sha256").update(text).digest("hex").slice(0, 32);
    names.set(text, name);
    return name;
  };
  const query = (text: unknown, values: unknown, ...more: unknown[]): unknown => {
    if (typeof text !== "string" || !text.trimStart().startsWith(MARK))
      return run(text, values, ...more);
    const statement: Prepared = { name: nameOf(text), text, values };
    return run(statement, ...more);
  };
  Object.assign(client, { query });
}
