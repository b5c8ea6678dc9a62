import { type RawBuilder, sql } from "kysely";
import { LEASE_MS, UPLOAD_STATUS, UPLOAD_STATUSES } from "@swath/contract/uploads";
import { moveUploadStatus } from "../domain/uploads/move-upload-status.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { checkLeaseOwner, checkLease, checkOwner, notActive } from "./moves/move-rules.ts";
import { readUpload, type Upload } from "../domain/uploads/upload-record.ts";

/** Whether an upload's row is held by a page, or by none that said which it is. */
const heldBy = (holder: string | undefined): RawBuilder<boolean> =>
  sql<boolean>`(uploads.holder IS NULL OR uploads.holder = ${holder ?? null})`;

/** Renews the lease of an active upload; throws NOT_UPLOAD_OWNER, UPLOAD_HELD_ELSEWHERE, UPLOAD_NOT_ACTIVE. */
export async function renewLease(
  db: Db,
  where: { flightId: string; uploadId: string },
  by: { subject: string; fingerprint: string; holder: string | undefined },
): Promise<Upload> {
  const renewed = await db
    .updateTable("uploads")
    .set({ lease_renewed: sql<Date>`now()` })
    .where("id", "=", where.uploadId)
    .where("flight_id", "=", where.flightId)
    .where("subject", "=", by.subject)
    .where("fingerprint", "=", by.fingerprint)
    .where(heldBy(by.holder))
    .where("lease_renewed", "is not", null)
    .returningAll()
    .executeTakeFirst();
  if (renewed !== undefined) return renewed;
  const upload = await readUpload(db, where);
  checkOwner(upload, by.subject);
  checkLeaseOwner(upload, by.holder);
  checkLease(upload, by.fingerprint);
  throw notActive(upload, "this upload is not active");
}

const LEASED = UPLOAD_STATUSES.filter((status) => UPLOAD_STATUS[status].active);
/** One without a lease, as older data has it, was last heard of when it changed. */
const heardBefore = (milliseconds: number): RawBuilder<boolean> => {
  const then = sql<Date>`now() - ${milliseconds} * interval '1 millisecond'`;
  return sql<boolean>`(lease_renewed < ${then} OR (lease_renewed IS NULL AND updated < ${then}))`;
};
const LOST_REASON = `The browser was not heard from for ${LEASE_MS / 1000} seconds`;

/**
 * Stalls the active uploads whose lease was not renewed for {@link LEASE_MS} and frees their slots;
 * returns how many. The database's clock decides, the same for every server.
 */
export async function sweepLeases(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const lost = await trx
      .selectFrom("uploads")
      .selectAll()
      .where(heardBefore(LEASE_MS))
      .where("status", "in", LEASED)
      .orderBy("id")
      .forUpdate()
      .skipLocked()
      .execute();
    const change = { actor: "swath", reason: LOST_REASON } as const;
    for (const upload of lost) await moveUploadStatus(trx, upload, { event: "leaseLost" }, change);
    return lost.length;
  });
}
