import { AppError } from "@swath/contract/errors";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

/** Throws OBJECT_DAMAGED for a stored file of which the latest reading found that bytes went bad. */
export async function checkUndamaged(db: Db, bucket: string, ...keys: string[]): Promise<void> {
  const found = await db
    .selectFrom("scrub_findings")
    .select(["key", "fault"])
    .where("bucket", "=", bucket)
    .where("key", "=", sql<string>`ANY (${keys}::text[])`)
    .executeTakeFirst();
  if (found === undefined) return;
  const message = "the stored file is not what was verified: send it again from the drive";
  throw new AppError("OBJECT_DAMAGED", message, { bucket, ...found });
}
