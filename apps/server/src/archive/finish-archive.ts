import { sql } from "kysely";
import { isBringingBack } from "../domain/uploads/bringing-back.ts";
import { moveUploadStatus } from "../domain/uploads/move-upload-status.ts";
import type { Upload } from "../domain/uploads/upload-record.ts";
import { recordEvent } from "../platform/audit/record-event.ts";
import type { Trx } from "../platform/postgres/schema.ts";
import type { ArchiveKind } from "../domain/archives/archives.tables.ts";
import type { ArchiveDeps } from "./archive-deps.ts";
import type { ArchiveSeal } from "./contents/archive-manifest.ts";

export interface FinishedArchive extends ArchiveSeal {
  readonly kind: ArchiveKind;
  readonly prefix: string;
}

/** Moves the uploads on, unless one was changed since its data was copied: then all is tried again. */
async function moveUploads(trx: Trx, uploads: readonly Upload[]): Promise<void> {
  for (const upload of uploads) {
    if (await isBringingBack(trx, upload.id))
      throw new Error(`files of upload ${upload.id} are being brought back`);
    const moved = await moveUploadStatus(trx, upload, { event: "archive" }, { actor: "swath" });
    if (!moved.ok) throw new Error(`upload ${upload.id} was changed while it was archived`);
  }
}

async function keepArchive(
  trx: Trx,
  flightId: string,
  bucket: string,
  { kind, prefix, objects, bytes, sha256: seal }: FinishedArchive,
): Promise<void> {
  const values = { bucket, prefix, objects, bytes, seal };
  await trx
    .insertInto("archives")
    .values({ flight_id: flightId, kind, ...values })
    .onConflict((oc) => oc.columns(["flight_id", "kind"]).doUpdateSet(values))
    .execute();
  const path = `s3://${bucket}/${prefix}`;
  await trx
    .updateTable("flights")
    .set(kind === "LiDAR" ? { archive_s3_path_lidar: path } : { archive_s3_path_imagery: path })
    .where("flight_id", "=", flightId)
    .execute();
  const detail = { bucket, prefix, objects, bytes };
  await recordEvent(trx, { action: "archive.finished", actor: "swath", flightId, detail });
}

/** Publishes archives that are verified and sealed: statuses, paths and order change in one transaction. */
export async function finishArchive(
  { db, buckets }: ArchiveDeps,
  flightId: string,
  uploads: readonly Upload[],
  archives: readonly FinishedArchive[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await moveUploads(trx, uploads);
    for (const archive of archives) await keepArchive(trx, flightId, buckets.archive, archive);
    await trx
      .updateTable("archive_orders")
      .set({ status: "DONE", reason: null, ended: sql<Date>`now()` })
      .where("flight_id", "=", flightId)
      .execute();
  });
}
