import { sql } from "kysely";
import { type QueuePlace, UPLOAD_STATUS, UPLOAD_STATUSES } from "@swath/contract/uploads";
import type { Db, Trx } from "../../platform/postgres/schema.ts";
import { placeInQueue, type QueuedUpload, type SlotLimits, untakenSlots } from "./queue-line.ts";

/** Any number that no other program of this database locks. */
const SLOT_LOCK = 7_283_003;
/** A browser that waits asks for its place every few seconds, and takes its slot at once. */
const TAKEN_MINUTES = 2;
const WAITING = UPLOAD_STATUSES.filter((status) => !UPLOAD_STATUS[status].slot);

function readQueue(db: Db): Promise<QueuedUpload[]> {
  return db
    .selectFrom("uploads")
    .select(["id", "status", "subject", "fingerprint", "office"])
    .where("place", "is not", null)
    .orderBy("place")
    .execute();
}

export async function placeOf(db: Db, uploadId: string, slots: SlotLimits): Promise<QueuePlace> {
  return placeInQueue(await readQueue(db), uploadId, slots);
}

/**
 * The place of an upload while no other is granted a slot: with index 0 the slot is its own once
 * the transaction moves it.
 */
export async function placeForGrant(
  trx: Trx,
  uploadId: string,
  slots: SlotLimits,
): Promise<QueuePlace> {
  await sql`SELECT pg_advisory_xact_lock(${SLOT_LOCK})`.execute(trx);
  return placeOf(trx, uploadId, slots);
}

/**
 * Puts those at the end of the line that have not taken their slot for a while, so that nobody keeps
 * others waiting by heartbeats alone (uploads/Q6). Who takes it meanwhile keeps it: each statement reads
 * the status again, and none waits for the grant of slots with an upload locked.
 */
export async function sweepUntakenSlots(db: Db, limits: SlotLimits): Promise<void> {
  const untaken = untakenSlots(await readQueue(db), limits);
  const offered = sql<Date | null>`CASE WHEN id = ANY (${untaken}) THEN coalesce(slot_used, now()) END`;
  const waiting = db
    .updateTable("uploads")
    .where("place", "is not", null)
    .where("status", "in", WAITING);
  await waiting
    .set({ slot_used: offered })
    .where(sql<boolean>`slot_used IS DISTINCT FROM ${offered}`)
    .execute();
  await waiting
    .set({ place: sql<number>`nextval('upload_places')`, slot_used: null })
    .where(sql<boolean>`id = ANY (${untaken})`)
    .where("slot_used", "<", sql<Date>`now() - ${TAKEN_MINUTES} * interval '1 minute'`)
    .execute();
}
