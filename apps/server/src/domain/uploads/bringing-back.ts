import type { Db } from "../../platform/postgres/schema.ts";

/** Whether files of an upload's data are being brought back: its data is not to be relied on meanwhile. */
export async function isBringingBack(db: Db, uploadId: string): Promise<boolean> {
  const open = await db
    .selectFrom("replacements")
    .select("id")
    .where("upload_id", "=", uploadId)
    .where("landing", "is", null)
    .where("ended", "is", null)
    .executeTakeFirst();
  return open !== undefined;
}
