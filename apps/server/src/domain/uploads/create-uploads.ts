import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { hexId } from "@swath/contract/ids";
import type { UploadStatus, UploadType } from "@swath/contract/uploads";
import type { Trx } from "../../platform/postgres/schema.ts";
import type { Upload } from "./upload-record.ts";

/** An upload that a flight is to have: one for each type and sensor. */
export interface ExpectedUpload {
  readonly flightId: string;
  readonly type: UploadType;
  readonly sensorName: string;
  /** The first status of one that is new. */
  readonly status: UploadStatus;
}

/**
 * Gives flights the uploads they are to have, and returns how many were new. Existing ones keep
 * their state; those that are no longer expected are removed, unless somebody began them.
 */
export async function createUploads(
  trx: Trx,
  flightIds: readonly string[],
  expected: readonly ExpectedUpload[],
): Promise<number> {
  const rows = expected.map((upload) => ({ id: hexId(randomBytes(12)), ...upload }));
  const listed = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    AS r (id text, "flightId" text, type text, "sensorName" text, status text)`;
  await sql`DELETE FROM uploads u WHERE u.flight_id = ANY (${flightIds})
      AND u.subject IS NULL AND NOT EXISTS (
        SELECT FROM ${listed}
        WHERE r."flightId" = u.flight_id AND r.type = u.type AND r."sensorName" = u.sensor_name
      )`.execute(trx);
  const created = await sql<{ id: string }>`
    INSERT INTO uploads (id, flight_id, type, sensor_name, status)
    SELECT r.id, r."flightId", r.type, r."sensorName", r.status FROM ${listed}
    ON CONFLICT (flight_id, type, sensor_name) DO NOTHING RETURNING id`.execute(trx);
  return created.rows.length;
}

/**
 * Replaces a new upload by what it was before it came here, and answers its id; no change of status,
 * so not recorded. The flight's facets are refreshed by the caller.
 */
export async function restoreUpload(
  trx: Trx,
  past: Omit<
    Upload,
    | "id"
    | "fingerprint"
    | "holder"
    | "is_update"
    | "lease"
    | "lease_renewed"
    | "place"
    | "slot_used"
    | "slot_missing"
    | "ready_at"
    | "ready_by"
  >,
): Promise<string> {
  const id = hexId(randomBytes(12));
  await trx
    .deleteFrom("uploads")
    .where("flight_id", "=", past.flight_id)
    .where("type", "=", past.type)
    .where("sensor_name", "=", past.sensor_name)
    .where("subject", "is", null)
    .execute();
  await trx
    .insertInto("uploads")
    .values({ id, ...past })
    .execute();
  return id;
}
