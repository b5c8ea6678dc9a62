import { sql, type Kysely } from "kysely";

/** Marks that people set by hand on jobs, and the events of one processing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // What, who, when and why; null once the job has moved on.
  await sql`ALTER TABLE processing_jobs ADD COLUMN mark jsonb`.execute(db);
  await sql`CREATE INDEX audit_events_of_a_processing ON audit.events
    ((detail ->> 'processing'), id DESC) WHERE detail ? 'processing'`.execute(db);
}
