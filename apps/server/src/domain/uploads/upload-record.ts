import type { Selectable } from "kysely";
import { AppError } from "@swath/contract/errors";
import { landingPrefix, type UploadState } from "@swath/contract/uploads";
import type { Database, Db, Trx } from "../../platform/postgres/schema.ts";

export type Upload = Selectable<Database["uploads"]>;

const notFound = (id: string): AppError =>
  new AppError("UPLOAD_NOT_FOUND", `there is no upload ${id}`, { uploadId: id });

/** An upload of a flight, or UPLOAD_NOT_FOUND. */
export async function readUpload(
  db: Db,
  where: { uploadId: string; flightId?: string },
): Promise<Upload> {
  const { uploadId, flightId } = where;
  const row = await db
    .selectFrom("uploads")
    .selectAll()
    .where("id", "=", uploadId)
    .executeTakeFirst();
  if (row === undefined || (flightId !== undefined && row.flight_id !== flightId))
    throw notFound(uploadId);
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockUpload(
  trx: Trx,
  where: { uploadId: string; flightId?: string },
): Promise<Upload> {
  const query = trx.selectFrom("uploads").selectAll().where("id", "=", where.uploadId);
  const row = await query.forUpdate().executeTakeFirst();
  if (row === undefined || (where.flightId !== undefined && row.flight_id !== where.flightId))
    throw notFound(where.uploadId);
  return row;
}

/** Where its objects land, below the uploads bucket. */
export function landingOf(upload: Pick<Upload, "flight_id" | "id" | "is_update">): string {
  return landingPrefix({
    flightId: upload.flight_id,
    uploadId: upload.id,
    isUpdate: upload.is_update,
  });
}

export function stateOf(upload: Upload, subject: string): UploadState {
  return {
    status: upload.status,
    isUpdate: upload.is_update,
    updated: upload.updated.toISOString(),
    user: upload.user_name,
    isOwn: upload.subject === subject,
    reason: upload.reason,
  };
}
