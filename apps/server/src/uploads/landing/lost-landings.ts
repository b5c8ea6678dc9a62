import { sql } from "kysely";
import { moveUploadStatus } from "../../domain/uploads/move-upload-status.ts";
import type { Trx } from "../../platform/postgres/schema.ts";

const LOST_REASON =
  "What had been sent is not in the backup that was restored. It is sent again when the upload is resumed.";

/**
 * After a restore nothing is left of what had landed: whatever is under way is sent again. Uploads that
 * waited for their rebuild are stalled; the others stall by their leases.
 */
export async function sendLandingsAgain(trx: Trx): Promise<number> {
  await sql`DELETE FROM upload_pieces c USING upload_plans p
    WHERE p.upload_id = c.upload_id AND NOT p.settled`.execute(trx);
  await sql`UPDATE upload_objects o SET published = false, rebuilt_version = NULL, xxh128 = NULL
    FROM upload_plans p WHERE p.upload_id = o.upload_id AND NOT p.settled`.execute(trx);
  await sql`UPDATE upload_plans SET proven = false, verified = NULL WHERE NOT settled`.execute(trx);
  const waiting = await trx
    .selectFrom("uploads")
    .selectAll()
    .where("status", "in", ["UPLOAD_COMPLETE", "VALIDATING_UPLOAD"])
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const upload of waiting) {
    const begun =
      upload.status === "VALIDATING_UPLOAD"
        ? { ok: true as const, row: upload }
        : await moveUploadStatus(
            trx,
            upload,
            { event: "waitForBackendValidation" },
            { actor: "swath" },
          );
    if (!begun.ok) continue;
    const change = { actor: "swath", reason: LOST_REASON } as const;
    await moveUploadStatus(trx, begun.row, { event: "damageFound" }, change);
  }
  return waiting.length;
}
