import {
  NEEDS_OWNER,
  OVERVIEW_ROWS,
  type OwnUpload,
  type Overview,
} from "@swath/contract/overview";
import type { UploadStatus, UploadType } from "@swath/contract/uploads";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";
import { literals } from "./overview-deps.ts";

interface Row {
  readonly flight_id: string;
  readonly id: string;
  readonly type: UploadType;
  readonly sensor_name: string;
  readonly status: UploadStatus;
  readonly is_update: boolean;
  readonly updated: Date;
  readonly reason: string | null;
  readonly total: number;
}

const rowOf = (row: Row): OwnUpload => ({
  flightId: row.flight_id,
  uploadId: row.id,
  type: row.type,
  sensor: row.sensor_name,
  status: row.status,
  isUpdate: row.is_update,
  since: row.updated.toISOString(),
  reason: row.reason,
});

/**
 * A person's own uploads that do not go on without them, the most urgent first, of as urgent ones the
 * latest: by the index `uploads_that_need_owner`.
 */
export async function ownUploads(
  db: Db,
  subject: string,
): Promise<NonNullable<Overview["uploads"]>> {
  const { rows } =
    await sql<Row>`SELECT flight_id, id, type, sensor_name, status, is_update, updated,
      reason, count(*) OVER () AS total
    FROM uploads WHERE subject = ${subject} AND status IN (${literals(NEEDS_OWNER)})
    ORDER BY array_position(ARRAY[${literals(NEEDS_OWNER)}], status), updated DESC, id
    LIMIT ${OVERVIEW_ROWS}`.execute(db);
  return { count: rows[0]?.total ?? 0, more: false, rows: rows.map(rowOf) };
}
