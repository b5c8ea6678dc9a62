import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

/** The lease of the backup that runs: one at a time of an installation. */
export const BACKUP_RUN = "backup";

/**
 * Whether a backup runs: what its database names must stay in the store until its objects are kept. One
 * that was killed holds nothing up once its lease has expired.
 */
export async function isBackupUnderWay(db: Db): Promise<boolean> {
  const lease = await db
    .selectFrom("exclusive_runs")
    .select("name")
    .where("name", "=", BACKUP_RUN)
    .where("expires", ">", sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return lease !== undefined;
}
