import { sql } from "kysely";
import { lockFlightData } from "../../domain/cold/flight-work.ts";
import { PREPARED_FOLDER } from "../../domain/storage/prepared-place.ts";
import { lockHolds } from "../../domain/retention/held-flights.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Db, Trx } from "../../platform/postgres/schema.ts";
import { type Buckets, placesOfFlight, refusalOf } from "./deletion-scope.ts";

interface Taking {
  readonly deletion: number;
  readonly flightId: string;
  readonly reason: string;
}

async function removeRecords(trx: Trx, flightId: string) {
  const processings = await trx
    .deleteFrom("processings")
    .where("flight_id", "=", flightId)
    .executeTakeFirst();
  const uploads = await trx
    .deleteFrom("uploads")
    .where("flight_id", "=", flightId)
    .executeTakeFirst();
  for (const table of ["archives", "archive_orders", "cold_orders", "news"] as const)
    await trx.deleteFrom(table).where("flight_id", "=", flightId).execute();
  await trx
    .updateTable("flights")
    .set({ archive_s3_path_lidar: null, archive_s3_path_imagery: null })
    .where("flight_id", "=", flightId)
    .execute();
  return {
    uploads: Number(uploads.numDeletedRows),
    processings: Number(processings.numDeletedRows),
  };
}

/** Forgets copies of clouds whose places a deletion has; those that are being made end, and leave nothing. */
async function forgetCopies(trx: Trx, deletion: number): Promise<void> {
  const isTaken = sql`d.deletion = ${deletion} AND d.bucket = p.copy_bucket
    AND d.prefix = ${PREPARED_FOLDER} || p.id || '/'`;
  await sql`UPDATE prepared_clouds p SET cancelled = true FROM deletion_places d
    WHERE p.state = 'open' AND ${isTaken}`.execute(trx);
  await sql`DELETE FROM prepared_clouds p USING deletion_places d
    WHERE p.state <> 'open' AND ${isTaken}`.execute(trx);
}

/**
 * Takes the records of a flight's data away and writes down where its objects stand, in one transaction: from
 * then on nobody uploads, processes or archives there. What stands against it now is kept instead.
 */
export async function takeFlight(db: Db, buckets: Buckets, taking: Taking): Promise<void> {
  const { deletion, flightId, reason } = taking;
  await db.transaction().execute(async (trx) => {
    await lockHolds(trx);
    await lockFlightData(trx, flightId);
    await sql`SELECT 1 FROM flights WHERE flight_id = ${flightId} FOR UPDATE`.execute(trx);
    await sql`SELECT 1 FROM uploads WHERE flight_id = ${flightId} ORDER BY id FOR UPDATE`.execute(
      trx,
    );
    const row = trx
      .updateTable("deletion_flights")
      .where("deletion", "=", deletion)
      .where("flight_id", "=", flightId);
    const refusal = await refusalOf(trx, flightId);
    if (refusal !== undefined) {
      await row.set({ not_deleted: refusal }).execute();
      return;
    }
    await sql`INSERT INTO deletion_places (deletion, bucket, prefix)
      SELECT ${deletion}, bucket, prefix FROM (${placesOfFlight(flightId, buckets)}) AS places`.execute(
      trx,
    );
    await forgetCopies(trx, deletion);
    const counts = await removeRecords(trx, flightId);
    await row.set({ taken: sql<Date>`now()`, ...counts }).execute();
    const detail = { deletion, ...counts, reason };
    await recordEvent(trx, { action: "data.deleted", actor: "swath", flightId, detail });
  });
}
