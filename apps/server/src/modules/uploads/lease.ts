import { sql, type Kysely, type Transaction } from "kysely";
import {
  LEASE_MS,
  STATUS,
  UPLOAD_STATES,
  UPLOAD_STATUSES,
  type UploadStatus,
} from "@swath/contract/uploads";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Database } from "../../platform/postgres/schema.ts";
import { checkLease, checkOwner, notActive } from "./move-rules.ts";
import { readUpload, type Upload } from "./upload-record.ts";

/** Renews the lease of an active upload; throws NOT_UPLOAD_OWNER, UPLOAD_NOT_ACTIVE. */
export async function renewLease(
  db: Kysely<Database>,
  where: { flightId: string; uploadId: string },
  holder: { subject: string; fingerprint: string },
): Promise<Upload> {
  const renewed = await db
    .updateTable("uploads")
    .set({ lease_renewed: sql<Date>`now()` })
    .where("id", "=", where.uploadId)
    .where("flight_id", "=", where.flightId)
    .where("subject", "=", holder.subject)
    .where("fingerprint", "=", holder.fingerprint)
    .where("lease_renewed", "is not", null)
    .returningAll()
    .executeTakeFirst();
  if (renewed !== undefined) return renewed;
  const upload = await readUpload(db, where);
  checkOwner(upload, holder.subject);
  checkLease(upload, holder.fingerprint);
  throw notActive(upload, "this upload is not active");
}

const LOST = UPLOAD_STATUSES.filter((status) => STATUS[status].active).map((from) => ({
  from,
  to: UPLOAD_STATES.nextStatus(from, "leaseLost"),
}));

interface Swept {
  readonly id: string;
  readonly flight_id: string;
  readonly from: UploadStatus;
  readonly to: UploadStatus;
}

async function recordStall(trx: Transaction<Database>, upload: Swept): Promise<void> {
  const { id: uploadId, flight_id: flightId, from, to } = upload;
  const detail = { from, to };
  await recordEvent(trx, { action: "upload.stalled", actor: "swath", flightId, uploadId, detail });
}

/**
 * Stalls the active uploads whose lease was not renewed for {@link LEASE_MS} and frees their slots;
 * returns how many. The database's clock decides, the same for every server.
 */
export async function sweepLeases(db: Kysely<Database>): Promise<number> {
  const cases = LOST.map(({ from, to }) => sql`WHEN ${from} THEN ${to}`);
  return db.transaction().execute(async (trx) => {
    const swept = await sql<Swept>`UPDATE uploads u
      SET status = CASE u.status ${sql.join(cases, sql` `)} ELSE u.status END,
        lease_renewed = NULL, place = NULL, updated = now(),
        reason = ${`The browser was not heard of for ${LEASE_MS / 1000} seconds`}
      FROM (SELECT id, status FROM uploads
        WHERE lease_renewed < now() - ${LEASE_MS} * interval '1 millisecond'
          AND status = ANY (${LOST.map(({ from }) => from)}::text[])
        ORDER BY id FOR UPDATE SKIP LOCKED) AS lost
      WHERE u.id = lost.id
      RETURNING u.id, u.flight_id, lost.status AS from, u.status AS to`.execute(trx);
    for (const upload of swept.rows) await recordStall(trx, upload);
    return swept.rows.length;
  });
}
