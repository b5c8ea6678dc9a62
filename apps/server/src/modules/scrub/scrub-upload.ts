import { sql } from "kysely";
import type { BucketRole } from "@swath/contract/uploads";
import { isBringingBack } from "../../domain/uploads/bringing-back.ts";
import { readUpload, type Upload } from "../../domain/uploads/upload-record.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { ReadPace } from "./read-pace.ts";
import { sealedData, type SealedPlace } from "./sealed-files.ts";
import type { StoredFault } from "./scrub.tables.ts";
import { storedFault } from "./stored-fault.ts";

export interface ScrubDeps {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly buckets: Readonly<Record<BucketRole, string>>;
  readonly pace: ReadPace;
}

const NOW = sql<Date>`now()`;

/** How many places an earlier run of the same scrub has read. */
async function begin(db: Db, upload: Upload, sealed: string): Promise<number> {
  const known = await db
    .selectFrom("scrubs")
    .select(["sealed", "ended", "position"])
    .where("upload_id", "=", upload.id)
    .executeTakeFirst();
  if (known?.sealed === sealed && known.ended === null) return known.position;
  const fresh = { begun: NOW, ended: null, sealed, position: 0 };
  await db
    .insertInto("scrubs")
    .values({ upload_id: upload.id, bytes: 0, ...fresh })
    .onConflict((conflict) => conflict.column("upload_id").doUpdateSet(fresh))
    .execute();
  return 0;
}

/** Whether the data that is being read is still the upload's: it may be replaced at any time. */
async function isReplaced(db: Db, { id, ready_at }: Upload): Promise<boolean> {
  const now = await readUpload(db, { uploadId: id });
  if (now.status !== "DATA_READY" || now.ready_at?.getTime() !== ready_at?.getTime()) return true;
  return isBringingBack(db, id);
}

/** Keeps what was found, and tells it to the history when it is new. */
async function keepFinding(
  db: Db,
  upload: Upload,
  { bucket, key, file }: SealedPlace,
  fault: StoredFault,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto("scrub_findings")
      .values({ upload_id: upload.id, bucket, key, fault, found: NOW })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n) return;
    await recordEvent(trx, {
      action: "upload.storedFault",
      actor: "swath",
      flightId: upload.flight_id,
      uploadId: upload.id,
      detail: { bucket, path: file.fullPath, fault },
    });
  });
}

async function scrubPlace(
  deps: ScrubDeps,
  upload: Upload,
  place: SealedPlace,
  signal: AbortSignal,
) {
  const { db, store, pace } = deps;
  const fault = await storedFault({ store, pace, signal }, place, place.file);
  if (fault !== undefined) {
    if (await isReplaced(db, upload)) return;
    await keepFinding(db, upload, place, fault);
    return;
  }
  await db
    .deleteFrom("scrub_findings")
    .where("bucket", "=", place.bucket)
    .where("key", "=", place.key)
    .execute();
}

/**
 * Reads what is stored of an upload and compares it with what was sealed, file after file, until it
 * ends or the signal aborts; run again, it goes on where it was.
 */
export async function scrubUpload(
  deps: ScrubDeps,
  upload: Upload,
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps;
  const { sealed, places } = await sealedData(deps, upload);
  const done = await begin(db, upload, sealed);
  const kept = db.updateTable("scrubs").where("upload_id", "=", upload.id);
  for (const [at, place] of places.entries()) {
    if (at < done) continue;
    await scrubPlace(deps, upload, place, signal);
    await kept
      .set({ position: at + 1, bytes: sql`bytes + ${place.file.originalSize}::bigint` })
      .execute();
  }
  await kept.set({ ended: NOW }).execute();
}
