import type { UploadStatus } from "@swath/contract/uploads";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/postgres/schema.ts";

/** A browser or the server works on an upload of these. */
const UNDER_WAY: readonly UploadStatus[] = [
  "VALIDATING_SOURCE",
  "GENERATING_METADATA_N_UPLOAD_TASK",
  "GENERATING_METADATA_N_CHECK_PROGRESS",
  "CHECKING_CONCURRENT_UPLOAD",
  "UPLOAD_QUEUED",
  "UPLOADING",
  "UPLOAD_INTEGRITY_CHECK",
  "UPLOAD_COMPLETE",
  "VALIDATING_UPLOAD",
];

/** What works on the data of a flight now, in words; undefined where nothing does. */
export async function workUnderWay(db: Db, flightId: string): Promise<string | undefined> {
  const { rows } = await sql<{ why: string }>`
    SELECT 'an upload of it is under way' AS why FROM uploads WHERE flight_id = ${flightId}
      AND (lease_renewed IS NOT NULL OR status = ANY (${UNDER_WAY}::text[]))
    UNION ALL SELECT 'files of it are being brought back' FROM replacements r
      JOIN uploads u ON u.id = r.upload_id
      WHERE u.flight_id = ${flightId} AND r.landing IS NULL AND r.ended IS NULL
    UNION ALL SELECT 'it is being archived' FROM archive_orders
      WHERE flight_id = ${flightId} AND status IN ('WAITING', 'RUNNING')
    UNION ALL SELECT 'a processing of it runs' FROM processings p
      JOIN processing_jobs j ON j.processing_id = p.id
      WHERE p.flight_id = ${flightId} AND (
        EXISTS (SELECT FROM processing_runs r WHERE r.job_id = j.id AND r.state = 'active')
        OR EXISTS (SELECT FROM job_orders o WHERE o.job_id = j.id AND o.taken IS NULL))
    LIMIT 1`.execute(db);
  return rows[0]?.why;
}

/** Until the transaction ends, either a move of the flight's data begins, or a run that reads it. */
export async function lockFlightData(trx: Trx, flightId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('swath cold storage'), hashtext(${flightId}))`.execute(
    trx,
  );
}

/** Whether the flight's data is being moved to a colder class. */
export async function isBeingMoved(db: Db, flightId: string): Promise<boolean> {
  const move = await db
    .selectFrom("cold_orders")
    .select("id")
    .where("flight_id", "=", flightId)
    .where("kind", "=", "move")
    .where("begun", "is not", null)
    .where("ended", "is", null)
    .executeTakeFirst();
  return move !== undefined;
}
