-- The message that a job failed with, kept while its status lasts, with the group of the message: the
-- failure inbox is read from an index of the failures that wait for an answer.

CREATE TABLE job_failures (
  job_id text PRIMARY KEY REFERENCES processing_jobs ON DELETE CASCADE,
  -- The group; it and the next three are null until background work has named the failure.
  key text,
  -- failed, completedWithFailures, missedBound.
  kind text,
  message text,
  -- The message as the program reported it.
  example text,
  at timestamptz NOT NULL,
  -- Kept by triggers: whether it waits for an answer, and the columns that the inbox finds it by.
  is_open boolean NOT NULL DEFAULT false,
  processing_id text NOT NULL DEFAULT '',
  area text NOT NULL DEFAULT '',
  flight_id text NOT NULL DEFAULT '',
  label text NOT NULL DEFAULT ''
);
-- Includes all columns that the groups are made of.
CREATE INDEX job_failures_open ON job_failures (area, key, at)
  INCLUDE (kind, flight_id, label, processing_id, job_id) WHERE is_open AND key IS NOT NULL;
CREATE INDEX job_failures_of_a_group ON job_failures (key, at) WHERE is_open AND key IS NOT NULL;
CREATE INDEX job_failures_of_a_processing ON job_failures (processing_id);
CREATE INDEX job_failures_of_a_flight ON job_failures (flight_id);
CREATE INDEX job_failures_unnamed ON job_failures (job_id) WHERE key IS NULL;

-- Decides is_open as awaitsAnswer of the contract does; a test compares the two.
CREATE FUNCTION set_failure_state() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
CREATE TRIGGER job_failures_state BEFORE INSERT OR UPDATE OF is_open ON job_failures
  FOR EACH ROW EXECUTE FUNCTION set_failure_state();

-- Each change writes the status once: the failure of the former status is answered.
CREATE FUNCTION answer_failure_of_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM job_failures WHERE job_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER processing_jobs_answer_failure AFTER UPDATE OF status, qa_user ON processing_jobs
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status
    OR (NEW.qa_user IS NOT NULL AND OLD.qa_user IS DISTINCT FROM NEW.qa_user))
  EXECUTE FUNCTION answer_failure_of_job();

-- Setting is_open to itself has the trigger above decide again.
CREATE FUNCTION look_at_failure_of_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE job_failures SET is_open = is_open WHERE job_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER processing_jobs_failure_state AFTER UPDATE OF active, require_qa ON processing_jobs
  FOR EACH ROW WHEN (ROW(OLD.active, OLD.require_qa) IS DISTINCT FROM ROW(NEW.active, NEW.require_qa))
  EXECUTE FUNCTION look_at_failure_of_job();

CREATE FUNCTION look_at_failures_of_processing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE job_failures SET is_open = is_open WHERE processing_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER processings_failure_state
  AFTER UPDATE OF active, deleted_superseded, archive_path, area ON processings
  FOR EACH ROW WHEN (
    ROW(OLD.active, OLD.deleted_superseded, OLD.archive_path, OLD.area)
    IS DISTINCT FROM ROW(NEW.active, NEW.deleted_superseded, NEW.archive_path, NEW.area))
  EXECUTE FUNCTION look_at_failures_of_processing();

CREATE FUNCTION look_at_failures_of_flight() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE job_failures SET is_open = is_open WHERE flight_id = NEW.flight_id;
  RETURN NULL;
END $$;
CREATE TRIGGER flights_failure_state
  AFTER UPDATE OF archive_s3_path_lidar, archive_s3_path_imagery ON flights
  FOR EACH ROW WHEN (
    (coalesce(OLD.archive_s3_path_lidar, OLD.archive_s3_path_imagery) IS NULL)
    IS DISTINCT FROM (coalesce(NEW.archive_s3_path_lidar, NEW.archive_s3_path_imagery) IS NULL))
  EXECUTE FUNCTION look_at_failures_of_flight();

-- How many jobs of each group wait, as flights are counted (flight-counts.sql). Servers are notified.
CREATE TABLE failure_counts (
  area text NOT NULL,
  key text NOT NULL,
  kind text NOT NULL,
  label text NOT NULL,
  n bigint NOT NULL,
  PRIMARY KEY (area, key, kind, label)
);
CREATE TABLE failure_count_changes (
  area text NOT NULL,
  key text NOT NULL,
  kind text NOT NULL,
  label text NOT NULL,
  n bigint NOT NULL
);
CREATE FUNCTION count_failures_on_insert() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NOT EXISTS (SELECT *, 1 AS n FROM added) THEN RETURN NULL; END IF;
  INSERT INTO failure_count_changes SELECT area, key, kind, label, sum(n)
    FROM (SELECT *, 1 AS n FROM added) AS changed
    WHERE is_open AND key IS NOT NULL GROUP BY area, key, kind, label HAVING sum(n) <> 0;
  NOTIFY swath_failures;
  NOTIFY swath_processings;
  RETURN NULL;
END $$;
CREATE FUNCTION count_failures_on_update() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NOT EXISTS (SELECT *, 1 AS n FROM added UNION ALL SELECT *, -1 FROM removed)
    THEN RETURN NULL; END IF;
  INSERT INTO failure_count_changes SELECT area, key, kind, label, sum(n)
    FROM (SELECT *, 1 AS n FROM added UNION ALL SELECT *, -1 FROM removed) AS changed
    WHERE is_open AND key IS NOT NULL GROUP BY area, key, kind, label HAVING sum(n) <> 0;
  NOTIFY swath_failures;
  NOTIFY swath_processings;
  RETURN NULL;
END $$;
CREATE FUNCTION count_failures_on_delete() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NOT EXISTS (SELECT *, -1 AS n FROM removed) THEN RETURN NULL; END IF;
  INSERT INTO failure_count_changes SELECT area, key, kind, label, sum(n)
    FROM (SELECT *, -1 AS n FROM removed) AS changed
    WHERE is_open AND key IS NOT NULL GROUP BY area, key, kind, label HAVING sum(n) <> 0;
  NOTIFY swath_failures;
  NOTIFY swath_processings;
  RETURN NULL;
END $$;
CREATE TRIGGER count_failures_on_insert AFTER INSERT ON job_failures REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_failures_on_insert();
CREATE TRIGGER count_failures_on_update AFTER UPDATE ON job_failures
  REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_failures_on_update();
CREATE TRIGGER count_failures_on_delete AFTER DELETE ON job_failures
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_failures_on_delete();

CREATE FUNCTION compact_failure_counts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(7283084) THEN RETURN; END IF;
  WITH taken AS (DELETE FROM failure_count_changes RETURNING *)
  INSERT INTO failure_counts AS c SELECT area, key, kind, label, sum(n) FROM taken
    GROUP BY area, key, kind, label HAVING sum(n) <> 0
    ON CONFLICT (area, key, kind, label) DO UPDATE SET n = c.n + excluded.n;
  DELETE FROM failure_counts WHERE n = 0;
END $$;
