import { Kysely, PostgresDialect, type LogEvent } from "kysely";
import pg from "pg";
import { preparing } from "./prepared.ts";
import type { Database } from "./schema.ts";

// bigint: sizes and counts of ours stay below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface DatabaseOptions {
  /** Most connections of this process; 10 by default. */
  readonly connections?: number;
  /** Told of connections that break while nobody uses them. */
  readonly onIdleError?: (error: Error) => void;
  /** Told of each statement that was run. */
  readonly onQuery?: (event: LogEvent) => void;
}

/** Opens a pool of connections; nothing is connected before the first query. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Kysely<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 10_000,
    application_name: "swath",
  });
  // Without a listener a connection that breaks while idle would end the process.
  pool.on("error", (error) => options.onIdleError?.(error));
  // Nor may one that breaks while it is held and no query runs on it: the next query tells.
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("connect", preparing);
  const { onQuery } = options;
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    ...(onQuery === undefined ? {} : { log: onQuery }),
  });
}
