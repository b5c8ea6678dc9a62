import { sql, type Kysely } from "kysely";

/**
 * Processings of which a job is wanted or under way, in the order of their list: few of many, wherever
 * they stand. PREQUEUE, QUEUING, QUEUED, RUNNING and ON_HOLD are bits 2 to 6 (migration 0054).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX processings_active ON processings (area, survey_date, id)
    INCLUDE (statuses) WHERE (statuses & 124::bigint) <> 0`.execute(db);
}
