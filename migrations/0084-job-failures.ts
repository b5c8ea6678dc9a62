import { sql, type Kysely } from "kysely";

const TABLE = sql`CREATE TABLE job_failures (
  job_id text PRIMARY KEY REFERENCES processing_jobs ON DELETE CASCADE,
  -- Of its message; null, as what follows, until it was named.
  key text,
  -- failed, completedWithFailures, missedBound.
  kind text,
  message text,
  -- The message as it was reported.
  example text,
  at timestamptz NOT NULL,
  -- Set by a trigger: whether it waits for an answer, and of what it is.
  is_open boolean NOT NULL DEFAULT false,
  processing_id text NOT NULL DEFAULT '',
  area text NOT NULL DEFAULT '',
  flight_id text NOT NULL DEFAULT '',
  label text NOT NULL DEFAULT '')`;

/** What contract/awaitsAnswer says, beside each failure. */
const FUNCTIONS = [
  sql`CREATE FUNCTION set_failure_state() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    SELECT j.processing_id, p.area, p.flight_id, j.label,
        j.active AND p.active AND NOT p.deleted_superseded AND p.archive_path IS NULL
        AND coalesce(f.archive_s3_path_lidar, f.archive_s3_path_imagery) IS NULL
        AND (j.status IN ('FAILED', 'COMPLETED_WITH_ERRORS', 'MANUAL_PROCESSING_REQUIRED')
          OR (j.status = 'COMPLETED' AND j.require_qa AND j.qa_user IS NULL))
      INTO NEW.processing_id, NEW.area, NEW.flight_id, NEW.label, NEW.is_open
      FROM processing_jobs j JOIN processings p ON p.id = j.processing_id
        JOIN flights f ON f.flight_id = p.flight_id
      WHERE j.id = NEW.job_id;
    RETURN NEW;
  END $$`,
  // A status is written once for each change: the failure that it had is answered.
  sql`CREATE FUNCTION answer_failure_of_job() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM job_failures WHERE job_id = NEW.id;
    RETURN NULL;
  END $$`,
  sql`CREATE FUNCTION look_at_failure_of_job() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE job_failures SET is_open = is_open WHERE job_id = NEW.id;
    RETURN NULL;
  END $$`,
  sql`CREATE FUNCTION look_at_failures_of_processing() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE job_failures SET is_open = is_open WHERE processing_id = NEW.id;
    RETURN NULL;
  END $$`,
  sql`CREATE FUNCTION look_at_failures_of_flight() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE job_failures SET is_open = is_open WHERE flight_id = NEW.flight_id;
    RETURN NULL;
  END $$`,
];

const TRIGGERS = [
  sql`job_failures_state BEFORE INSERT OR UPDATE OF is_open ON job_failures
    FOR EACH ROW EXECUTE FUNCTION set_failure_state()`,
  sql`processing_jobs_answer_failure AFTER UPDATE OF status, qa_user ON processing_jobs
    FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status
      OR (NEW.qa_user IS NOT NULL AND OLD.qa_user IS DISTINCT FROM NEW.qa_user))
    EXECUTE FUNCTION answer_failure_of_job()`,
  sql`processing_jobs_failure_state AFTER UPDATE OF active, require_qa ON processing_jobs
    FOR EACH ROW WHEN (ROW(OLD.active, OLD.require_qa) IS DISTINCT FROM ROW(NEW.active, NEW.require_qa))
    EXECUTE FUNCTION look_at_failure_of_job()`,
  sql`processings_failure_state AFTER UPDATE OF active, deleted_superseded, archive_path, area
    ON processings FOR EACH ROW WHEN (
      ROW(OLD.active, OLD.deleted_superseded, OLD.archive_path, OLD.area)
      IS DISTINCT FROM ROW(NEW.active, NEW.deleted_superseded, NEW.archive_path, NEW.area))
    EXECUTE FUNCTION look_at_failures_of_processing()`,
  sql`flights_failure_state AFTER UPDATE OF archive_s3_path_lidar, archive_s3_path_imagery ON flights
    FOR EACH ROW WHEN ((coalesce(OLD.archive_s3_path_lidar, OLD.archive_s3_path_imagery) IS NULL)
      IS DISTINCT FROM (coalesce(NEW.archive_s3_path_lidar, NEW.archive_s3_path_imagery) IS NULL))
    EXECUTE FUNCTION look_at_failures_of_flight()`,
];

const INDEXES = [
  // All that the groups are made of.
  sql`job_failures_open ON job_failures (area, key, at)
    INCLUDE (kind, flight_id, label, processing_id, job_id) WHERE is_open AND key IS NOT NULL`,
  sql`job_failures_of_a_group ON job_failures (key, at) WHERE is_open AND key IS NOT NULL`,
  sql`job_failures_of_a_processing ON job_failures (processing_id)`,
  sql`job_failures_of_a_flight ON job_failures (flight_id)`,
  sql`job_failures_unnamed ON job_failures (job_id) WHERE key IS NULL`,
];

type ChangeOfRows = "INSERT" | "UPDATE" | "DELETE";
const CHANGES: Readonly<Record<ChangeOfRows, { readonly tables: string; readonly rows: string }>> =
  {
    INSERT: { tables: "NEW TABLE AS added", rows: "SELECT *, 1 AS n FROM added" },
    DELETE: { tables: "OLD TABLE AS removed", rows: "SELECT *, -1 AS n FROM removed" },
    UPDATE: {
      tables: "NEW TABLE AS added OLD TABLE AS removed",
      rows: "SELECT *, 1 AS n FROM added UNION ALL SELECT *, -1 FROM removed",
    },
  };

/** How many jobs of each group wait: kept as counts of processings are (0054). Servers hear of it. */
async function countFailures(db: Kysely<unknown>): Promise<void> {
  const counted = sql`area text NOT NULL, key text NOT NULL, kind text NOT NULL, label text NOT NULL,
    n bigint NOT NULL`;
  await sql`CREATE TABLE failure_counts (${counted}, PRIMARY KEY (area, key, kind, label))`.execute(
    db,
  );
  await sql`CREATE TABLE failure_count_changes (${counted})`.execute(db);
  for (const [change, { tables, rows }] of Object.entries(CHANGES)) {
    const name = `count_failures_on_${change.toLowerCase()}`;
    const body = `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NOT EXISTS (${rows}) THEN RETURN NULL; END IF;
      INSERT INTO failure_count_changes SELECT area, key, kind, label, sum(n) FROM (${rows}) AS changed
        WHERE is_open AND key IS NOT NULL GROUP BY area, key, kind, label HAVING sum(n) <> 0;
      NOTIFY swath_failures;
      NOTIFY swath_processings;
      RETURN NULL; END $$`;
    await sql.raw(body).execute(db);
    const trigger = `CREATE TRIGGER ${name} AFTER ${change} ON job_failures REFERENCING ${tables}
      FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`;
    await sql.raw(trigger).execute(db);
  }
  await sql`CREATE FUNCTION compact_failure_counts() RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT pg_try_advisory_xact_lock(7283084) THEN RETURN; END IF;
      WITH taken AS (DELETE FROM failure_count_changes RETURNING *)
      INSERT INTO failure_counts AS c SELECT area, key, kind, label, sum(n) FROM taken
        GROUP BY area, key, kind, label HAVING sum(n) <> 0
        ON CONFLICT (area, key, kind, label) DO UPDATE SET n = c.n + excluded.n;
      DELETE FROM failure_counts WHERE n = 0;
    END $$`.execute(db);
}

/**
 * What jobs failed with, kept while it stands, with the group of its message, so that the inbox of
 * failures is read from an index of those that wait for an answer. What failed before is named in the
 * background.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await TABLE.execute(db);
  for (const each of FUNCTIONS) await each.execute(db);
  for (const each of TRIGGERS) await sql`CREATE TRIGGER ${each}`.execute(db);
  await countFailures(db);
  await sql`INSERT INTO job_failures (job_id, at)
    SELECT id, coalesce(run_ended, updated) FROM processing_jobs j
    WHERE status IN ('FAILED', 'COMPLETED_WITH_ERRORS', 'MANUAL_PROCESSING_REQUIRED')
      OR (status = 'COMPLETED' AND require_qa AND qa_user IS NULL AND EXISTS (
        SELECT FROM processing_runs r WHERE r.job_id = j.id AND r.published
        AND r.outcome = 'succeed' AND r.reason = j.reason))`.execute(db);
  for (const each of INDEXES) await sql`CREATE INDEX ${each}`.execute(db);
}
