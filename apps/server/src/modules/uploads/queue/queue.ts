import { sql } from "kysely";
import type { QueuePlace } from "@swath/contract/uploads";
import type { Db, Trx } from "../../../platform/postgres/schema.ts";
import { placeInQueue, type QueuedUpload, type SlotLimits } from "./queue-line.ts";

/** Any number that no other program of this database locks. */
const SLOT_LOCK = 7_283_003;

function readQueue(db: Db): Promise<QueuedUpload[]> {
  return db
    .selectFrom("uploads")
    .select(["id", "status", "subject", "fingerprint"])
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
