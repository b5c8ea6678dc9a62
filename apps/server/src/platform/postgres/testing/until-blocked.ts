import { sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "../schema.ts";

/** Statements of this database that wait for a lock that others hold. */
export async function blockedStatements(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
  return rows[0]!.n;
}

/** Waits until as many statements are blocked. */
export const untilBlocked = (db: Db, statements = 1): Promise<void> =>
  expect.poll(() => blockedStatements(db), { interval: 10 }).toBe(statements);
