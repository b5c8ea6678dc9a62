import { sql } from "kysely";
import type { ArchiveKind } from "../domain/archives/archives.tables.ts";
import { isBringingBack, type Upload } from "../domain/uploads/upload-record.ts";
import { moveUploadStatus } from "../domain/uploads/move-upload-status.ts";
import { recordEvent } from "../platform/audit/record-event.ts";
import { runExclusively } from "../platform/postgres/exclusive-run.ts";
import { transactAgain } from "../platform/postgres/transact-again.ts";
import type { Db, Trx } from "../platform/postgres/schema.ts";
import { type ArchiveDeps, ArchiveFault, archivePrefix } from "./archive-place.ts";
import type { ArchiveSeal } from "./contents/archive-manifest.ts";
import { copyData } from "./contents/copy-data.ts";
import { findReadyData } from "./contents/ready-data.ts";
import { sealArchive } from "./contents/seal-archive.ts";
import { lockOrder, OPEN_ORDERS } from "./orders/archive-order.ts";

interface FinishedArchive extends ArchiveSeal {
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
async function finishArchive(
  { db, buckets }: ArchiveDeps,
  flightId: string,
  uploads: readonly Upload[],
  archives: readonly FinishedArchive[],
): Promise<void> {
  // A change of the flight's jobs at the same time locks the same rows in another order.
  await transactAgain(db, async (trx) => {
    await moveUploads(trx, uploads);
    for (const archive of archives) await keepArchive(trx, flightId, buckets.archive, archive);
    await trx
      .updateTable("archive_orders")
      .set({ status: "DONE", reason: null, ended: sql<Date>`now()` })
      .where("flight_id", "=", flightId)
      .execute();
  });
}

const REASON_LENGTH = 4_000;
const KINDS: readonly ArchiveKind[] = ["LiDAR", "Imagery"];

/** Takes an order up: the uploads to archive, or undefined where nothing is ordered any more. */
async function begin(db: Db, flightId: string): Promise<readonly Upload[] | undefined> {
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, flightId);
    if (order === undefined || order.status === "DONE" || order.status === "FAILED")
      return undefined;
    await trx
      .updateTable("archive_orders")
      .set({ status: "RUNNING" })
      .where("flight_id", "=", flightId)
      .execute();
    return trx
      .selectFrom("uploads")
      .selectAll()
      .where("flight_id", "=", flightId)
      .where("status", "=", "DATA_READY")
      .orderBy("id")
      .execute();
  });
}

/** The steps, in an order that can be stopped anywhere: the manifest is written last. */
async function run(
  deps: ArchiveDeps,
  flightId: string,
  uploads: readonly Upload[],
  signal: AbortSignal,
): Promise<void> {
  if (uploads.length === 0) throw new ArchiveFault("no data of this flight is ready any more");
  const folders = await findReadyData(deps, uploads);
  await copyData(deps, folders, signal);
  const archives: FinishedArchive[] = [];
  for (const kind of KINDS) {
    const own = folders.filter((folder) => folder.kind === kind);
    if (own.length === 0) continue;
    const seal = await sealArchive(deps, { flightId, kind }, own, signal);
    archives.push({ kind, prefix: archivePrefix(flightId, kind), ...seal });
  }
  signal.throwIfAborted();
  await finishArchive(deps, flightId, uploads, archives);
}

async function fail({ db, buckets }: ArchiveDeps, flightId: string, reason: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const failed = await trx
      .updateTable("archive_orders")
      .set({ status: "FAILED", reason, ended: sql<Date>`now()` })
      .where("flight_id", "=", flightId)
      .where("status", "in", OPEN_ORDERS)
      .executeTakeFirst();
    if (failed.numUpdatedRows === 0n) return;
    const detail = { bucket: buckets.archive, prefix: `${flightId}/`, reason };
    await recordEvent(trx, { action: "archive.failed", actor: "swath", flightId, detail });
  });
}

/** What the last attempt met, for those who wait for the next one. */
async function keepReason(db: Db, flightId: string, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message.slice(0, REASON_LENGTH) : String(error);
  await db
    .updateTable("archive_orders")
    .set({ reason })
    .where("flight_id", "=", flightId)
    .where("status", "in", OPEN_ORDERS)
    .execute();
}

/**
 * Archives the ready uploads of a flight as ordered: ARCHIVED, or the order FAILED with its reason.
 * Throws where the store or the database fails: it is run again then, and goes on where it was
 * stopped. The source stays.
 */
export async function archiveFlight(
  deps: ArchiveDeps,
  flightId: string,
  stopped: AbortSignal,
): Promise<void> {
  const exclusive = { name: `archive ${flightId}`, signal: stopped };
  await runExclusively(deps.db, exclusive, async (signal) => {
    const uploads = await begin(deps.db, flightId);
    if (uploads === undefined) return;
    try {
      await run(deps, flightId, uploads, signal);
    } catch (error) {
      if (error instanceof ArchiveFault)
        return fail(deps, flightId, error.message.slice(0, REASON_LENGTH));
      // The failure itself is what counts.
      if (!signal.aborted) await keepReason(deps.db, flightId, error).catch(() => {});
      throw error;
    }
  });
}
