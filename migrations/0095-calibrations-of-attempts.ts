import { sql, type Kysely } from "kysely";

/** The calibration records that an attempt read: their kinds, identifiers and survey dates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE processing_runs ADD calibrations jsonb NOT NULL DEFAULT '[]'`.execute(db);
}
