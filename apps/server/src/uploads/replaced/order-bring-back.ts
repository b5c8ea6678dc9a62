import { AppError } from "@swath/contract/errors";
import { pathKey } from "@swath/contract/uploads";
import { sql } from "kysely";
import { isBringingBack, lockUpload, type Upload } from "../../domain/uploads/upload-record.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Queues } from "../../platform/queues/queues.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import { checkOwner, invalidTransition, type Mover } from "../moves/move-rules.ts";
import { sendBringBack } from "../upload-queues.ts";
import type { ReplacedDeps } from "./replaced-place.ts";

export interface BringBackOrder {
  readonly flightId: string;
  readonly uploadId: string;
  readonly replacement: number;
  /** Undefined: all that is kept. */
  readonly paths: readonly string[] | undefined;
  readonly reason: string | undefined;
}

/** A leader may with a reason what the owner may without (uploads/M9). */
function checkMayChange(upload: Upload, { reason }: BringBackOrder, by: Mover): void {
  if (upload.subject === by.subject) return;
  if (!by.mayReset) checkOwner(upload, by.subject);
  if (reason === undefined)
    throw new AppError("INVALID_REQUEST", "reason: says why another's upload is changed", {
      field: "reason",
    });
}

/** Data that an update, an archive or an earlier order is changing or copying stays as it is. */
async function checkStill(trx: Trx, { id, flight_id, status }: Upload): Promise<void> {
  if (status !== "DATA_READY" && status !== "UPDATE_CANCELLED")
    throw invalidTransition(status, "DATA_READY", "files are brought back to data that is ready");
  const archive = await trx
    .selectFrom("archive_orders")
    .select("status")
    .where("flight_id", "=", flight_id)
    .where("status", "in", ["WAITING", "RUNNING"])
    .executeTakeFirst();
  if (archive !== undefined)
    throw invalidTransition(status, "DATA_READY", "the flight is being archived");
  if (await isBringingBack(trx, id))
    throw invalidTransition(status, "DATA_READY", "files are being brought back already");
}

/** Takes the files for an order, however it spells them; OBJECT_NOT_FOUND where one is not kept any more. */
async function takeFiles(trx: Trx, order: BringBackOrder, by: number) {
  const { replacement, uploadId } = order;
  const paths = order.paths && [...new Set(order.paths.map(pathKey))];
  const taken = await trx
    .updateTable("replaced_files")
    .from("replacements")
    .set({ brought_back_by: by })
    .whereRef("replacements.id", "=", "replaced_files.replacement")
    .where("replacements.upload_id", "=", uploadId)
    .where("replaced_files.replacement", "=", replacement)
    .where("expired", "=", false)
    .$if(paths !== undefined, (query) =>
      query.where(sql`normalize(path, NFC)`, "=", sql`ANY (${paths})`),
    )
    .returning("bytes")
    .execute();
  if (taken.length === 0 || taken.length < (paths?.length ?? 0))
    throw new AppError("OBJECT_NOT_FOUND", "not every one of these files is kept any more");
  return { files: taken.length, bytes: taken.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/**
 * Orders replaced files back. The data is the owner's to change, or a leader's with a reason;
 * INVALID_TRANSITION where it is not at rest, OBJECT_NOT_FOUND where a file is not kept.
 */
export async function orderBringBack(
  { db, queues }: Pick<ReplacedDeps, "db"> & { readonly queues: Queues },
  order: BringBackOrder,
  by: Mover,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const upload = await lockUpload(trx, order);
    checkMayChange(upload, order, by);
    await checkStill(trx, upload);
    const { id } = await trx
      .insertInto("replacements")
      .values({ upload_id: upload.id, user_name: by.name, reason: order.reason ?? null })
      .returning("id")
      .executeTakeFirstOrThrow();
    const taken = await takeFiles(trx, order, id);
    await touchUpload(trx, upload.id);
    await recordEvent(trx, {
      action: "upload.bringBack",
      actor: { subject: by.subject, name: by.name },
      flightId: upload.flight_id,
      uploadId: upload.id,
      detail: { ...taken, reason: order.reason ?? null },
      from: by.from,
    });
    await sendBringBack(queues, { uploadId: upload.id, order: id }, trx);
  });
}

/** Who read or copied the data before begins anew. */
export async function touchUpload(trx: Trx, uploadId: string): Promise<void> {
  await trx
    .updateTable("uploads")
    .set({ updated: sql<Date>`clock_timestamp()` })
    .where("id", "=", uploadId)
    .execute();
}
