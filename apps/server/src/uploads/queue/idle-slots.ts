import { sql } from "kysely";
import { UPLOAD_STATUS, UPLOAD_STATUSES } from "@swath/contract/uploads";
import { moveUploadStatus } from "../../domain/uploads/move-upload-status.ts";
import { lockUpload, type Upload } from "../../domain/uploads/upload-record.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { checkLanding } from "../landing/check-landing.ts";
import type { LandingDeps } from "../landing/landing-place.ts";
import { readPlan } from "../plan-store.ts";

const IDLE_MINUTES = 10;
/** The slowest line that is sent over, 64 kbit/s, in bytes a second. */
const SLOWEST_LINE = 8_000;
const REASON = `No data arrived for ${IDLE_MINUTES} minutes while other uploads waited for a slot`;
const SENDING = UPLOAD_STATUSES.filter((status) => UPLOAD_STATUS[status].slot);

/**
 * Uploads in a slot that nobody was seen to use for a while, if others wait. On a slow line an object
 * arrives hours after it began: the objects that were asked for within the time (as a sender does at
 * once) have as long as they take. Asking again does not prolong it.
 */
async function idleUploads(db: Db): Promise<Upload[]> {
  return db
    .selectFrom("uploads")
    .selectAll()
    .where("status", "in", SENDING)
    .where("slot_used", "<", sql<Date>`now() - ${IDLE_MINUTES} * interval '1 minute'`)
    .where(
      sql<boolean>`EXISTS (SELECT FROM uploads w WHERE w.place IS NOT NULL AND w.status <> ALL (${SENDING}))`,
    )
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM upload_pieces o WHERE o.upload_id = uploads.id
        AND o.lease = uploads.lease AND uploads.slot_used + ${IDLE_MINUTES} * interval '1 minute'
          + o.stored_bytes / ${SLOWEST_LINE} * interval '1 second' > now())`,
    )
    .execute();
}

async function keepUse(db: Db, { id }: Upload, missing: number): Promise<void> {
  await db
    .updateTable("uploads")
    .set({ slot_used: sql<Date>`now()`, slot_missing: missing })
    .where("id", "=", id)
    .where("status", "in", SENDING)
    .execute();
}

async function loseSlot(db: Db, { id, slot_used }: Upload): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const upload = await lockUpload(trx, { uploadId: id });
    if (upload.slot_used?.getTime() !== slot_used?.getTime()) return false;
    const change = { actor: "swath", reason: REASON } as const;
    return (await moveUploadStatus(trx, upload, { event: "leaseLost" }, change)).ok;
  });
}

/**
 * Takes the slot of each upload of which nothing arrives while others wait: its browser joins the
 * queue again, at its end. Answers how many there were. Heartbeats alone keep no slot.
 */
export async function sweepIdleSlots(deps: LandingDeps): Promise<number> {
  let lost = 0;
  for (const upload of await idleUploads(deps.db))
    if (!(await hasProgressed(deps, upload)) && (await loseSlot(deps.db, upload))) lost += 1;
  return lost;
}

/** Whether planned objects arrived since the last look; only these make what is missing less. */
async function hasProgressed(deps: LandingDeps, upload: Upload): Promise<boolean> {
  const plan = await readPlan(deps.db, upload.id);
  if (plan === undefined) return false;
  const { bytes } = await checkLanding(deps, upload, plan);
  if (bytes >= (upload.slot_missing ?? plan.total_bytes)) return false;
  await keepUse(deps.db, upload, bytes);
  return true;
}
