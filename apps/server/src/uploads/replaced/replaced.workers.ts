import { sql } from "kysely";
import { isBackupUnderWay } from "../../domain/installation/backup-under-way.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { Queues } from "../../platform/queues/queues.ts";
import { BRING_BACK_QUEUE, type BringBackJob, sendBringBack } from "../upload-queues.ts";
import { bringBack } from "./bring-back.ts";
import { keptKey, type ReplacedDeps } from "./replaced-place.ts";

const FILES_AT_ONCE = 1_000;

/** A replacement of a flight that is on hold keeps its files, however old. */
const NOT_HELD = sql`NOT EXISTS (SELECT FROM uploads u JOIN held_flights h ON h.flight_id = u.flight_id
  WHERE u.id = r.upload_id)`;

/** Sets files aside that are too old: none of them can be ordered back from then on. */
async function nextExpired({ db, keptDays }: ReplacedDeps) {
  await sql`UPDATE replaced_files f SET expired = true FROM replacements r
    WHERE r.id = f.replacement AND NOT f.expired AND f.brought_back_by IS NULL
      AND r.begun < now() - ${keptDays} * interval '1 day' AND ${NOT_HELD}`.execute(db);
  return db
    .selectFrom("replaced_files")
    .innerJoin("replacements as r", "r.id", "replacement")
    .select(["replacement", "path"])
    .where("expired", "=", true)
    .where(sql<boolean>`${NOT_HELD}`)
    .limit(FILES_AT_ONCE)
    .execute();
}

/** Removes what was replaced too long ago. The store comes first: what is stopped is done again. */
async function expireReplaced(deps: ReplacedDeps): Promise<void> {
  const { db, store, buckets } = deps;
  for (;;) {
    if (await isBackupUnderWay(db)) return;
    const files = await nextExpired(deps);
    if (files.length === 0) break;
    await store.remove(
      buckets.uploads,
      files.map(({ replacement, path }) => keptKey(replacement, path)),
    );
    const removed = JSON.stringify(files);
    await sql`DELETE FROM replaced_files f
      USING jsonb_to_recordset(${removed}::jsonb) AS r (replacement bigint, path text)
      WHERE f.replacement = r.replacement AND f.path = r.path`.execute(db);
  }
  await sql`DELETE FROM replacements r
    WHERE r.begun < now() - ${deps.keptDays} * interval '1 day' AND ${NOT_HELD}
      AND (r.landing IS NOT NULL OR r.ended IS NOT NULL)
      AND NOT EXISTS (SELECT FROM replaced_files f WHERE f.replacement = r.id)`.execute(db);
}

const SWEEP_RESEND_SECONDS = 60;
const EXPIRE_SECONDS = 3_600;

/** Asks again for every order that has not ended. */
async function resendOrders(deps: ReplacedDeps, queues: Queues): Promise<void> {
  const open = await deps.db
    .selectFrom("replacements")
    .select(["id", "upload_id"])
    .where("landing", "is", null)
    .where("ended", "is", null)
    .execute();
  for (const { id, upload_id: uploadId } of open)
    await sendBringBack(queues, { uploadId, order: id });
}

/** Brings ordered files back on this process, and removes what is kept too long. */
export async function workReplaced(
  deps: ReplacedDeps & { readonly queues: Queues; readonly clock: Clock },
): Promise<void> {
  const { queues, clock } = deps;
  await queues.work<BringBackJob>(BRING_BACK_QUEUE, { concurrency: 1 }, ({ data, signal }) =>
    bringBack(deps, data, { signal, clock }),
  );
  await queues.every("open-bring-backs", SWEEP_RESEND_SECONDS, () => resendOrders(deps, queues));
  await queues.every("expired-replaced-files", EXPIRE_SECONDS, () => expireReplaced(deps));
}
