import { type Selectable, sql } from "kysely";
import {
  MAX_NAMED_DAMAGED,
  type StoredVerification,
  type StoredVerifications,
} from "@swath/contract/uploads";
import { AppError } from "@swath/contract/errors";
import { dataPrefix } from "../domain/uploads/sealed-files.ts";
import {
  isStanding,
  lockUpload,
  readUpload,
  type Upload,
} from "../domain/uploads/upload-record.ts";
import { type CallOrigin, recordEvent } from "../platform/audit/record-event.ts";
import type { Queues } from "../platform/queues/queues.ts";
import type { Database, Db } from "../platform/postgres/schema.ts";

export type Verification = Selectable<Database["stored_verifications"]>;

export const VERIFICATION_QUEUE = "verify-stored";

/** Who orders a reading, or ends one. */
export interface Orderer {
  readonly subject: string;
  readonly name: string;
  /** Team leader or administrator. */
  readonly leads: boolean;
  readonly from: CallOrigin;
}

interface Where {
  readonly flightId: string;
  readonly uploadId: string;
}

/**
 * The order of waiting ones: people take turns, so that one person's many uploads do not hold up another's
 * only one; of one person's the oldest is first.
 */
const TURNS = sql`(SELECT max(b.begun) FROM stored_verifications b WHERE b.subject = v.subject)
  ASC NULLS FIRST, v.id`;

/** The order whose reading is under way, or else the one whose turn it is, but for those left out. */
export async function nextVerification(
  db: Db,
  leftOut: readonly number[] = [],
): Promise<Verification | undefined> {
  const { rows } = await sql<Verification>`SELECT v.* FROM stored_verifications v
    WHERE v.ended IS NULL AND NOT v.id = ANY (${leftOut}::bigint[]) ORDER BY v.begun IS NULL, ${TURNS} LIMIT 1`.execute(
    db,
  );
  return rows[0];
}

/** Wakes the worker; one that runs looks for further orders by itself. */
export async function sendVerifications(queues: Queues, within?: Db): Promise<void> {
  const options = { key: VERIFICATION_QUEUE, ...(within && { within }) };
  await queues.send(VERIFICATION_QUEUE, {}, options);
}

const latestOf = (db: Db, uploadId: string) =>
  db
    .selectFrom("stored_verifications")
    .selectAll()
    .where("upload_id", "=", uploadId)
    .orderBy("id", "desc")
    .limit(1);

const openOf = (db: Db, uploadId: string) =>
  latestOf(db, uploadId).where("ended", "is", null).executeTakeFirst();

async function aheadOf(db: Db, { id, begun, ended }: Verification): Promise<number> {
  if (begun !== null || ended !== null) return 0;
  const { rows } = await sql<{ ahead: number }>`SELECT q.ahead FROM (
      SELECT v.id, row_number() OVER (ORDER BY v.begun IS NULL, ${TURNS}) - 1 AS ahead
      FROM stored_verifications v WHERE v.ended IS NULL) q
    WHERE q.id = ${id}`.execute(db);
  return rows[0]?.ahead ?? 0;
}

const mayCancel = (
  upload: Upload,
  order: Pick<Verification, "subject">,
  by: Pick<Orderer, "subject" | "leads">,
): boolean => by.leads || order.subject === by.subject || upload.subject === by.subject;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

function stateOf({ begun, outcome }: Verification): StoredVerification["state"] {
  return outcome ?? (begun === null ? "waiting" : "reading");
}

/** The latest order for an upload as one person sees it, and what is damaged. */
export async function readVerification(
  db: Db,
  where: Where,
  by: Pick<Orderer, "subject" | "leads">,
): Promise<StoredVerifications> {
  const upload = await readUpload(db, where);
  const [latest, found] = [
    await latestOf(db, upload.id).executeTakeFirst(),
    await damagedOf(db, upload),
  ];
  if (latest === undefined) return { latest: null, ...found };
  return {
    ...found,
    latest: {
      state: stateOf(latest),
      ordered: latest.ordered.toISOString(),
      by: latest.user_name,
      ahead: await aheadOf(db, latest),
      begun: iso(latest.begun),
      ended: iso(latest.ended),
      cancelledBy: latest.cancelled_by,
      files: latest.files,
      bytes: latest.bytes,
      totalBytes: latest.total_bytes,
      damaged: latest.damaged,
      cold: latest.cold,
      mayCancel: latest.ended === null && mayCancel(upload, latest, by),
    },
  };
}

async function damagedOf(db: Db, upload: Upload) {
  const prefix = dataPrefix(upload);
  const rows = await db
    .selectFrom("scrub_findings")
    .select(["bucket", "key", "fault", "found", sql<number>`count(*) OVER ()`.as("places")])
    .where("upload_id", "=", upload.id)
    .orderBy("key")
    .orderBy("bucket")
    .limit(MAX_NAMED_DAMAGED)
    .execute();
  return {
    damaged: rows.map(({ bucket, key, fault, found }) => {
      const path = key.startsWith(prefix) ? key.slice(prefix.length) : key;
      return { path, bucket, fault, found: found.toISOString() };
    }),
    damagedPlaces: rows[0]?.places ?? 0,
  };
}

/**
 * Orders that all stored files of data that is ready are read; an order that is open stays the only one.
 * Throws UPLOAD_NOT_FOUND, UPLOAD_INCOMPLETE.
 */
export async function orderVerification(
  { db, queues }: { readonly db: Db; readonly queues: Queues },
  where: Where,
  by: Orderer,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const upload = await lockUpload(trx, where);
    if (!isStanding(upload) || upload.locations.length === 0)
      throw new AppError("UPLOAD_INCOMPLETE", "the data of this upload is not ready", {
        status: upload.status,
      });
    if ((await openOf(trx, upload.id)) !== undefined) return;
    await trx
      .insertInto("stored_verifications")
      .values({ upload_id: upload.id, subject: by.subject, user_name: by.name })
      .execute();
    await recordEvent(trx, {
      ...eventOf(upload, by),
      action: "upload.verificationOrdered",
      detail: { owner: upload.user_name },
    });
    await sendVerifications(queues, trx);
  });
}

const eventOf = (upload: Upload, { subject, name, from }: Orderer) => ({
  actor: { subject, name },
  flightId: upload.flight_id,
  uploadId: upload.id,
  from,
});

const ANOTHERS = "another user ordered this reading of another's data";

/**
 * Ends the order that is open, if any. Throws UPLOAD_NOT_FOUND, and NOT_UPLOAD_OWNER for all but those who gave it,
 * the data's owner, and leaders.
 */
export async function cancelVerification(db: Db, where: Where, by: Orderer): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const upload = await lockUpload(trx, where);
    const open = await openOf(trx, upload.id);
    if (open === undefined) return;
    if (!mayCancel(upload, open, by))
      throw new AppError("NOT_UPLOAD_OWNER", ANOTHERS, { user: open.user_name });
    await endVerification(trx, open.id, { outcome: "cancelled", cancelled_by: by.name });
    await recordEvent(trx, {
      ...eventOf(upload, by),
      action: "upload.verificationCancelled",
      detail: { orderedBy: open.user_name },
    });
  });
}

/** Ends an order that is open; false where it has ended already. */
export async function endVerification(
  db: Db,
  id: number,
  facts: { outcome: NonNullable<Verification["outcome"]>; cancelled_by?: string; damaged?: number },
): Promise<boolean> {
  const ended = await db
    .updateTable("stored_verifications")
    .set({ ended: sql<Date>`now()`, ...facts })
    .where("id", "=", id)
    .where("ended", "is", null)
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}
