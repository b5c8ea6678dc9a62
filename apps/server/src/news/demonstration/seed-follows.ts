import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

/** Accounts of the demonstration's provider. */
const FOLLOWERS = ["crew", "leader", "operator"];
const FLIGHTS = 6;

/** Has some accounts follow some of the flights to which something is about to happen. */
export async function seedFollows(db: Db, flightIds: readonly string[]): Promise<void> {
  await sql`INSERT INTO follows (subject, flight_id)
    SELECT subject, flight_id FROM unnest(${FOLLOWERS}::text[]) AS subject,
      unnest(${flightIds.slice(0, FLIGHTS)}::text[]) AS flight_id
    ON CONFLICT DO NOTHING`.execute(db);
}
