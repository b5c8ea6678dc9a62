import { sql } from "kysely";
import { moveUploadStatus } from "../../domain/uploads/move-upload-status.ts";
import { lockUpload, type Upload } from "../../domain/uploads/upload-record.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { DamagedPiece } from "./rebuild-fault.ts";

/** Files that a reason names. */
const NAMED = 3;

/** What people read of damage: how much, and where. */
export function damageReason(damaged: readonly Pick<DamagedPiece, "path">[]): string {
  const paths = [...new Set(damaged.map(({ path }) => path))].toSorted();
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : "";
  const pieces = damaged.length === 1 ? "1 piece" : `${damaged.length} pieces`;
  return (
    `${pieces} arrived damaged (${paths.slice(0, NAMED).join(", ")}${more}). ` +
    "What is damaged is sent again when the upload is resumed."
  );
}

/** Forgets what is damaged, so that its sender is asked for it again: the upload is stalled. */
export async function requestResend(
  db: Db,
  { id }: Upload,
  damaged: readonly DamagedPiece[],
): Promise<void> {
  const reason = damageReason(damaged);
  await db.transaction().execute(async (trx) => {
    const upload = await lockUpload(trx, { uploadId: id });
    const cause = { event: "damageFound" } as const;
    const moved = await moveUploadStatus(trx, upload, cause, { actor: "swath", reason });
    if (!moved.ok) return;
    const pieces = damaged.map(({ piece }) => piece);
    await sql`DELETE FROM upload_pieces c
      USING unnest(${pieces.map(({ ordinal }) => ordinal)}::int[],
        ${pieces.map(({ form }) => form)}::int[]) AS gone (ordinal, form)
      WHERE c.upload_id = ${id} AND c.ordinal = gone.ordinal AND c.form = gone.form`.execute(trx);
  });
}
