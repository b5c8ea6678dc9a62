import { createHash } from "node:crypto";
import { Kysely, PostgresDialect, sql, type LogEvent } from "kysely";
import pg from "pg";
import type { Database, Db } from "./schema.ts";
import { StalledConnections, type StalledOptions } from "./stalled-connections.ts";

// bigint: sizes and counts of ours stay below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface DatabaseOptions extends StalledOptions {
  /** Most connections of this process; 10 by default. */
  readonly connections?: number;
  /** Called for connections that break while idle. */
  readonly onIdleError?: (error: Error) => void;
  /** Called for each statement that was run. */
  readonly onQuery?: (event: LogEvent) => void;
  /** Called with the pool once it is open. */
  readonly onPool?: (pool: pg.Pool) => void;
}

/**
 * For each connection: what PostgreSQL does where this process is cut off or stands still. Its locks
 * end after 30 s, so that another server goes on; answers that are not acknowledged end it after 15 s.
 */
const SETTINGS = `SET idle_in_transaction_session_timeout = '30s'; SET tcp_user_timeout = '15s';
  SET tcp_keepalives_idle = '10s'; SET tcp_keepalives_interval = '5s'; SET tcp_keepalives_count = 3`;

/** Opens a pool of connections; nothing is connected before the first query. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Db {
  const { onQuery } = options;
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: openPool(url, options) }),
    ...(onQuery === undefined ? {} : { log: onQuery }),
  });
}

export function openPool(url: string, options: DatabaseOptions = {}): pg.Pool {
  const stalled = new StalledConnections(url, options);
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 10_000,
    application_name: "swath",
    // Waited for; where the connection breaks meanwhile, the query that follows fails.
    onConnect: (client) =>
      stalled.watch(
        client as pg.Client,
        client.query(SETTINGS).catch(() => {}),
      ),
  });
  // Without a listener a connection that breaks while idle would end the process.
  pool.on("error", (error) => options.onIdleError?.(error));
  // Nor may one that breaks while it is held and no query runs on it: the next query fails.
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("connect", (client) => preparing(client, stalled));
  options.onPool?.(pool);
  return pool;
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

/** Has a connection prepare the statements that {@link prepared} begins, and waits be noticed. */
function preparing(client: pg.Client, stalled: StalledConnections): void {
  const query = client.query.bind(client) as (...words: unknown[]) => unknown;
  const run = (...words: unknown[]): unknown => stalled.watch(client, query(...words));
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? createHash("sha256").update(text).digest("hex").slice(0, 32);
    names.set(text, name);
    return name;
  };
  const preparingQuery = (text: unknown, values: unknown, ...more: unknown[]): unknown => {
    if (typeof text !== "string" || !text.trimStart().startsWith(MARK))
      return run(text, values, ...more);
    const statement: Prepared = { name: nameOf(text), text, values };
    return run(statement, ...more);
  };
  Object.assign(client, { query: preparingQuery });
}
