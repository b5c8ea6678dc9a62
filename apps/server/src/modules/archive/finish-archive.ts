import { sql, type Transaction } from "kysely";
import { UPLOAD_STATES } from "@swath/contract/uploads";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Database } from "../../platform/postgres/schema.ts";
import type { ArchiveKind } from "../../platform/postgres/tables/archive-tables.ts";
import type { ArchiveDeps } from "./archive-deps.ts";
import type { ArchiveSeal } from "./archive-manifest.ts";
import type { ReadyUpload } from "./ready-data.ts";

export interface FinishedArchive extends ArchiveSeal {
  readonly kind: ArchiveKind;
  readonly prefix: string;
}

/** Moves the uploads on, unless one was touched since its data was copied: then all is looked at anew. */
async function moveUploads(
  trx: Transaction<Database>,
  uploads: readonly ReadyUpload[],
): Promise<void> {
  const ids = uploads.map(({ id }) => id);
  const rows = await trx
    .selectFrom("uploads")
    .select(["id", "status", "updated"])
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();
  const now = new Map(rows.map((row) => [row.id, row]));
  for (const { id, updated, flight_id: flightId, is_update: isUpdate } of uploads) {
    const row = now.get(id);
    const to = row === undefined ? undefined : UPLOAD_STATES.nextStatus(row.status, "archive");
    if (row === undefined || to === undefined || row.updated.getTime() !== updated.getTime())
      throw new Error(`upload ${id} was changed while it was archived`);
    const values = { status: to, updated: sql<Date>`now()`, reason: null };
    await trx.updateTable("uploads").set(values).where("id", "=", id).execute();
    const detail = { from: row.status, to, isUpdate };
    const told = { actor: "swath", flightId, uploadId: id } as const;
    await recordEvent(trx, { ...told, action: "upload.moved", detail });
  }
}

async function keepArchive(
  trx: Transaction<Database>,
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

/** Makes archives known that are proven and sealed: statuses, paths and order change at once. */
export async function finishArchive(
  { db, buckets }: ArchiveDeps,
  flightId: string,
  uploads: readonly ReadyUpload[],
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
