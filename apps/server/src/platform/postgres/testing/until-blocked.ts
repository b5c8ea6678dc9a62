import { sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "../schema.ts";

/** Waits until as many statements of this database wait for a lock that others hold. */
export async function untilBlocked(db: Db, statements = 1): Promise<void> {
  const blocked = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
    return rows[0]!.n;
  };
  await expect.poll(blocked, { interval: 10 }).toBe(statements);
}
