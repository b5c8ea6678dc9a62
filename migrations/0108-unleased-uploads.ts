import { sql, type Kysely } from "kysely";

/** The sweep of leases finds active uploads that never had one, as older data has them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX uploads_unleased ON uploads (updated)
    WHERE lease_renewed IS NULL AND status IN (
      'VALIDATING_SOURCE', 'GENERATING_METADATA_N_UPLOAD_TASK',
      'GENERATING_METADATA_N_CHECK_PROGRESS', 'CHECKING_CONCURRENT_UPLOAD', 'UPLOAD_QUEUED',
      'UPLOADING', 'UPLOAD_INTEGRITY_CHECK'
    )`.execute(db);
}
