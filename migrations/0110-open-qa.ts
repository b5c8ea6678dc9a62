import { sql, type Kysely } from "kysely";

/**
 * The bits of a processing's statuses. QA_PENDING: a job that ended holds what comes after it, and
 * somebody can complete its QA (contract, `holdsForQA` and `row/O2` to `row/O6`).
 */
const FUNCTIONS = [
  sql`CREATE FUNCTION processing_statuses(p processings) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT coalesce(bit_or(1::bigint << b.bit), 0) FROM processing_jobs j JOIN job_status_bits b
      ON b.status = j.status
      OR (b.status = 'QA_COMPLETED' AND j.status = 'COMPLETED' AND j.qa_user IS NOT NULL)
      OR (b.status = 'QA_PENDING' AND j.status IN ('COMPLETED', 'COMPLETED_WITH_ERRORS')
        AND j.require_qa AND j.qa_user IS NULL AND j.active AND p.active
        AND NOT p.deleted_superseded AND p.document_major_version > 3 AND p.archive_path IS NULL
        AND NOT EXISTS (SELECT FROM flights f WHERE f.flight_id = p.flight_id
          AND coalesce(f.archive_s3_path_lidar, f.archive_s3_path_imagery) IS NOT NULL))
    WHERE j.processing_id = p.id
  $$`,
  sql`CREATE FUNCTION set_processing_statuses() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.statuses := processing_statuses(NEW);
    RETURN NEW;
  END $$`,
  sql`CREATE FUNCTION set_statuses_of_flight() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE processings p SET statuses = processing_statuses(p) WHERE p.flight_id = NEW.flight_id;
    RETURN NULL;
  END $$`,
] as const;

const TRIGGERS = [
  sql`processings_set_statuses BEFORE UPDATE OF active, deleted_superseded, archive_path,
    document_major_version ON processings FOR EACH ROW EXECUTE FUNCTION set_processing_statuses()`,
  sql`flights_set_statuses AFTER UPDATE OF archive_s3_path_lidar, archive_s3_path_imagery ON flights
    FOR EACH ROW WHEN ((coalesce(OLD.archive_s3_path_lidar, OLD.archive_s3_path_imagery) IS NULL)
      IS DISTINCT FROM (coalesce(NEW.archive_s3_path_lidar, NEW.archive_s3_path_imagery) IS NULL))
    EXECUTE FUNCTION set_statuses_of_flight()`,
] as const;

const ROWS = { insert: "added", update: "added", delete: "removed" } as const;

/**
 * A job knows whose QA it has and what it was before, so that QA can be taken back; and the filter
 * QA_PENDING finds what waits for somebody, instead of all that is COMPLETED without a QA user.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE processing_jobs ADD judged jsonb`.execute(db);
  for (const each of FUNCTIONS) await each.execute(db);
  for (const [change, rows] of Object.entries(ROWS))
    await sql`CREATE OR REPLACE FUNCTION ${sql.ref(`follow_jobs_on_${change}`)}() RETURNS trigger
      LANGUAGE plpgsql AS $$ BEGIN
        UPDATE processings p SET updated = now(), statuses = processing_statuses(p)
          WHERE p.id IN (SELECT processing_id FROM ${sql.raw(rows)});
        RETURN NULL;
      END $$`.execute(db);
  for (const each of TRIGGERS) await sql`CREATE TRIGGER ${each}`.execute(db);
  await sql`DROP FUNCTION job_status_mask(text, text)`.execute(db);
  await sql`UPDATE processings p SET statuses = processing_statuses(p)
    WHERE statuses & (SELECT bit_or(1::bigint << bit) FROM job_status_bits
      WHERE status IN ('COMPLETED', 'COMPLETED_WITH_ERRORS')) <> 0`.execute(db);
}
