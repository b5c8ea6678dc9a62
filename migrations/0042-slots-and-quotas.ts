import { sql, type Kysely } from "kysely";

/** When a slot was last seen to be used, and what is under way of one person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE uploads
    ADD COLUMN slot_used timestamptz, ADD COLUMN slot_missing bigint`.execute(db);
  await sql`UPDATE uploads SET slot_used = now()
    WHERE status IN ('UPLOADING', 'UPLOAD_INTEGRITY_CHECK')`.execute(db);
  await sql`CREATE INDEX upload_plans_under_way ON upload_plans (subject) WHERE NOT settled`.execute(
    db,
  );
}
