import { AppError } from "@swath/contract/errors";
import type { UploadState, UploadStatus } from "@swath/contract/uploads";
import type { Selectable } from "kysely";
import type { Database, Db, Trx } from "../../platform/postgres/schema.ts";

/** Whether files of an upload's data are being brought back: its data is not to be relied on meanwhile. */
export async function isBringingBack(db: Db, uploadId: string): Promise<boolean> {
  const open = await db
    .selectFrom("replacements")
    .select("id")
    .where("upload_id", "=", uploadId)
    .where("landing", "is", null)
    .where("ended", "is", null)
    .executeTakeFirst();
  return open !== undefined;
}

export type Upload = Selectable<Database["uploads"]>;

interface Where {
  readonly uploadId: string;
  readonly flightId?: string;
}

const query = (db: Db, { uploadId }: Where) =>
  db.selectFrom("uploads").selectAll().where("id", "=", uploadId);

function found(row: Upload | undefined, { uploadId, flightId }: Where): Upload {
  if (row !== undefined && (flightId === undefined || row.flight_id === flightId)) return row;
  throw new AppError("UPLOAD_NOT_FOUND", `there is no upload ${uploadId}`, { uploadId });
}

/** An upload of a flight, or UPLOAD_NOT_FOUND. */
export async function readUpload(db: Db, where: Where): Promise<Upload> {
  return found(await query(db, where).executeTakeFirst(), where);
}

/** The same, locked until the transaction ends. */
export async function lockUpload(trx: Trx, where: Where): Promise<Upload> {
  return found(await query(trx, where).forUpdate().executeTakeFirst(), where);
}

/** Of an upload that is not in work and has left no data behind. */
export const SETTLED_UPLOADS: readonly UploadStatus[] = [
  "UPLOAD_INIT",
  "READY_FOR_UPLOAD",
  "VALIDATING_SOURCE_FAILED",
  "GENERATING_METADATA_N_UPLOAD_TASK_FAILED",
  "UPLOAD_CANCELLED",
  "LEGACY_SYSTEM",
];

/** Data stands ready, and no update of it is under way. */
const STANDING: ReadonlySet<UploadStatus> = new Set(["DATA_READY", "UPDATE_CANCELLED"]);

/** Whether nothing is being written into the data of an upload. */
export const isStanding = ({ status }: Pick<Upload, "status">): boolean => STANDING.has(status);

export function stateOf(upload: Upload, subject: string): UploadState {
  return {
    status: upload.status,
    isUpdate: upload.is_update,
    updated: upload.updated.toISOString(),
    user: upload.user_name,
    isOwn: upload.subject === subject,
    reason: upload.reason,
    ready: readyOf(upload),
  };
}

/** Data that came here ready, from before this server, has no date of its own but its record's. */
function readyOf({ ready_at, ready_by, status, updated, user_name }: Upload): UploadState["ready"] {
  if (ready_at !== null) return { at: ready_at.toISOString(), user: ready_by };
  return status === "DATA_READY" ? { at: updated.toISOString(), user: user_name } : null;
}
