import { sql, type Kysely } from "kysely";

/**
 * Indexes of the overview: each of its sections reads a few rows of few. Their conditions are those of
 * the queries in `apps/server/src/overview`, word for word, or the planner does not use them.
 */
const INDEXES = [
  // Uploads that wait for their owner (contract, NEEDS_OWNER).
  `CREATE INDEX uploads_that_need_owner ON uploads (subject, updated) WHERE status IN (
    'VALIDATING_UPLOAD_FAILED', 'UPLOAD_FAILED', 'GENERATING_METADATA_N_CHECK_PROGRESS_FAILED',
    'GENERATING_METADATA_N_UPLOAD_TASK_FAILED', 'VALIDATING_SOURCE_FAILED', 'UPLOAD_STALLED',
    'UPLOAD_PAUSED')`,
  // The latest failures of all groups.
  `CREATE INDEX job_failures_latest ON job_failures (at DESC, job_id) INCLUDE (area)
    WHERE is_open AND kind = 'failed'`,
  // Processings of which a job awaits QA (bit 17 of `job_status_bits`), the oldest survey first.
  `CREATE INDEX processings_await_qa ON processings (survey_date, id) INCLUDE (area)
    WHERE (statuses & 131072::bigint) <> 0`,
  // Processings that cannot begin: first those that somebody of the office can help.
  `CREATE INDEX processings_held ON processings ((waits_on = 'uploads'), survey_date DESC, id)
    INCLUDE (area) WHERE waits_on IN ('template', 'calibration', 'uploads') AND active
    AND archive_path IS NULL`,
  // The deliveries of a project's processings.
  `CREATE INDEX processing_jobs_delivery ON processing_jobs (processing_id)
    INCLUDE (status, is_outdated) WHERE reads_instruction`,
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of INDEXES) await sql.raw(index).execute(db);
}
