import { type RawBuilder, sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "../../platform/postgres/schema.ts";

async function isWaited(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}

const record = (id: string) => sql`SELECT 1 FROM processings WHERE id = ${id} FOR UPDATE`;
const jobs = (id: string) =>
  sql`SELECT 1 FROM processing_jobs WHERE processing_id = ${id} FOR UPDATE`;

/** Does something while a transaction takes two locks in turn of which it needs both. */
async function between<T>(
  db: Db,
  [first, second]: readonly [RawBuilder<unknown>, RawBuilder<unknown>],
  act: () => Promise<T>,
): Promise<T> {
  const { acting } = await db.transaction().execute(async (trx) => {
    // The first to look for a deadlock is the one that is ended: what is tested looks after 1 s.
    await sql`SET LOCAL deadlock_timeout = '5s'`.execute(trx);
    await first.execute(trx);
    const begun = act();
    begun.catch(() => undefined);
    await expect.poll(() => isWaited(db), { interval: 5, timeout: 10_000 }).toBe(true);
    await second.execute(trx);
    return { acting: begun };
  });
  return acting;
}

/**
 * Does something to a processing while the orchestrator has its jobs locked and then writes the
 * record, by the database's trigger: each waits for the other, and the database ends one of them.
 */
export const whileOrchestrated = <T>(db: Db, id: string, act: () => Promise<T>): Promise<T> => {
  const written = sql`UPDATE processing_jobs SET reason = reason WHERE processing_id = ${id}`;
  return between(db, [jobs(id), written], act);
};

/** The same while a person acts on it: the record is locked before its jobs. */
export const whileActedOn = <T>(db: Db, id: string, act: () => Promise<T>): Promise<T> =>
  between(db, [record(id), jobs(id)], act);
