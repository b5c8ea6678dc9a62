import type { UploadFacts } from "@swath/contract/flights";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

interface Row {
  readonly id: string;
  readonly reason: string | null;
  readonly ready_at: Date | null;
  readonly ready_by: string | null;
  readonly base_folder: string | null;
  readonly total_files: number;
  readonly total_bytes: number;
  readonly is_update: boolean;
  readonly receipt_at: Date | null;
  readonly receipt_by: string | null;
}

const factsOf = (row: Row): UploadFacts => ({
  uploadId: row.id,
  sent:
    row.base_folder === null
      ? null
      : {
          folder: row.base_folder,
          files: row.total_files,
          bytes: row.total_bytes,
          isUpdate: row.is_update,
        },
  reason: row.reason,
  ready: row.ready_at && { at: row.ready_at.toISOString(), user: row.ready_by },
  receipt: row.receipt_at && { at: row.receipt_at.toISOString(), user: row.receipt_by },
});

/**
 * What each upload of a flight holds. By `uploads_of_a_sensor`, the key of the plans, and one reading of
 * the flight's events by `audit_events_of_flight`; a receipt of data that was replaced since is none.
 */
export async function readFlightProgress(db: Db, flightId: string): Promise<UploadFacts[]> {
  const { rows } = await sql<Row>`
    WITH receipts AS (
      SELECT DISTINCT ON (upload_id) upload_id, at, name FROM audit.events
      WHERE flight_id = ${flightId} AND action = 'upload.receiptMade'
      ORDER BY upload_id, id DESC)
    SELECT u.id, u.reason, u.ready_at, u.ready_by, p.base_folder, p.total_files, p.total_bytes,
      p.is_update, r.at AS receipt_at, r.name AS receipt_by
    FROM uploads u
    LEFT JOIN upload_plans p ON p.upload_id = u.id
    LEFT JOIN receipts r ON r.upload_id = u.id AND r.at >= u.ready_at
    WHERE u.flight_id = ${flightId}`.execute(db);
  return rows.map(factsOf);
}
