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

/** A project that is on hold, with why and since when. */
export interface OpenHold {
  readonly project: string;
  readonly reason: string;
  readonly since: Date;
}

/** The holds of the projects of flights, the oldest first. */
export async function openHoldsOf(db: Db, flights: readonly string[]): Promise<OpenHold[]> {
  const { rows } = await sql<OpenHold>`SELECT h.project_id AS project, h.reason, h.since
    FROM project_holds h WHERE h.lifted IS NULL AND h.project_id IN (
      SELECT s.project_id FROM flight_sensors s WHERE s.flight_id = ANY (${flights}::text[]))
    ORDER BY h.since, h.id`.execute(db);
  return rows;
}
