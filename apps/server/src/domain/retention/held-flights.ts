import { sql } from "kysely";
import type { Db, Trx } from "../../platform/postgres/schema.ts";

/** Until the transaction ends no project is put on hold, or no flight's data is taken away. */
export async function lockHolds(trx: Trx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('swath holds'))`.execute(trx);
}

/** Whether nothing of a flight may be removed. */
export async function isHeld(db: Db, flightId: string): Promise<boolean> {
  const row = await db
    .selectFrom("held_flights")
    .select("flight_id")
    .where("flight_id", "=", flightId)
    .executeTakeFirst();
  return row !== undefined;
}
