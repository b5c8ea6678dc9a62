-- Lists of processings: their order, filters and counts are kept beside each processing by triggers, so
-- that a page is read from an index in its order (decision 8).

-- Bits of the values that a list is filtered by: a job's status, and the values that QA adds. The index
-- processings_active and the program's filters know them by number.
CREATE TABLE job_status_bits (
  status text PRIMARY KEY,
  bit int2 NOT NULL UNIQUE
);
INSERT INTO job_status_bits (status, bit) VALUES
  ('NOT_APPLICABLE', 0), ('NOT_COMMENCED', 1), ('PREQUEUE', 2), ('QUEUING', 3), ('QUEUED', 4),
  ('RUNNING', 5), ('ON_HOLD', 6), ('COMPLETED', 7), ('COMPLETED_WITH_ERRORS', 8), ('FAILED', 9),
  ('CANCELLED', 10), ('QA_COMPLETED', 11), ('QA_COMPLETED_WITH_ERRORS', 12),
  ('MANUAL_PROCESSING_REQUIRED', 13), ('MANUALLY_PROCESSED', 14), ('IGNORE', 15),
  ('UNAVAILABLE', 16), ('QA_PENDING', 17);

CREATE INDEX processings_by_date ON processings (area, survey_date, id) INCLUDE (statuses);
CREATE INDEX processings_by_aircraft ON processings (area, aircraft, survey_date, id);
CREATE INDEX processings_by_sensor ON processings (area, sensor, survey_date, id);
CREATE INDEX processings_by_project_manager ON processings (area, project_manager, survey_date, id);
CREATE INDEX processings_by_template ON processings (area, template, survey_date, id);
CREATE INDEX processings_by_project_id ON processings (area, project_id, survey_date, id);
CREATE INDEX processings_by_sensor_id ON processings (area, sensor_id, survey_date, id);
CREATE INDEX processings_by_flight_id ON processings (area, flight_id, survey_date, id);
CREATE INDEX processings_of_a_flight ON processings (flight_id);
CREATE INDEX processings_of_a_project ON processings (project_id);
CREATE INDEX processings_to_start ON processings (id) WHERE to_start;
CREATE INDEX processings_waiting ON processings (aircraft) WHERE waits_on = 'calibration';
-- A job is wanted or under way, PREQUEUE to ON_HOLD (bits 2 to 6): few of many, anywhere in the list.
CREATE INDEX processings_active ON processings (area, survey_date, id)
  INCLUDE (statuses) WHERE (statuses & 124::bigint) <> 0;

-- The columns of flight and project.
CREATE FUNCTION set_processing_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT latest_date, aircraft INTO NEW.survey_date, NEW.aircraft
    FROM flights WHERE flight_id = NEW.flight_id;
  SELECT manager INTO NEW.project_manager FROM projects WHERE project_id = NEW.project_id;
  RETURN NEW;
END $$;
CREATE TRIGGER processings_set_order BEFORE INSERT OR UPDATE OF flight_id, project_id ON processings
  FOR EACH ROW EXECUTE FUNCTION set_processing_order();

CREATE FUNCTION order_processings_of_flight() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE processings SET survey_date = NEW.latest_date, aircraft = NEW.aircraft
    WHERE flight_id = NEW.flight_id;
  RETURN NULL;
END $$;
CREATE TRIGGER flights_order_processings AFTER UPDATE OF latest_date, aircraft ON flights
  FOR EACH ROW WHEN (
    ROW(OLD.latest_date, OLD.aircraft) IS DISTINCT FROM ROW(NEW.latest_date, NEW.aircraft))
  EXECUTE FUNCTION order_processings_of_flight();

CREATE FUNCTION order_processings_of_project() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE processings SET project_manager = NEW.manager,
      to_start = to_start OR coalesce(waits_on, '') = 'template'
    WHERE project_id = NEW.project_id;
  RETURN NULL;
END $$;
CREATE TRIGGER projects_order_processings AFTER UPDATE OF manager, processing_template ON projects
  FOR EACH ROW WHEN (
    ROW(OLD.manager, OLD.processing_template)
      IS DISTINCT FROM ROW(NEW.manager, NEW.processing_template))
  EXECUTE FUNCTION order_processings_of_project();

-- A processing that waits is looked at again once its uploads or calibrations change.
CREATE FUNCTION start_processings_of_upload() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE processings SET to_start = true
    WHERE flight_id = NEW.flight_id AND waits_on = 'uploads' AND NOT to_start;
  RETURN NULL;
END $$;
CREATE TRIGGER uploads_start_processings AFTER UPDATE OF status ON uploads
  FOR EACH ROW WHEN (NEW.status = 'DATA_READY') EXECUTE FUNCTION start_processings_of_upload();

CREATE FUNCTION start_processings_of_calibration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE processings SET to_start = true
    WHERE aircraft = NEW.aircraft AND waits_on = 'calibration' AND NOT to_start;
  RETURN NULL;
END $$;
CREATE TRIGGER calibrations_start_processings AFTER INSERT OR UPDATE ON calibrations
  FOR EACH ROW EXECUTE FUNCTION start_processings_of_calibration();

-- The bits of a processing's statuses. QA_PENDING: a job that ended holds the jobs after it, and somebody
-- can complete its QA (contract, `holdsForQA` and `contract/O2` to `contract/O6`).
CREATE FUNCTION processing_statuses(p processings) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(bit_or(1::bigint << b.bit), 0) FROM processing_jobs j JOIN job_status_bits b
    ON b.status = j.status
    OR (b.status = 'QA_COMPLETED' AND j.status = 'COMPLETED' AND j.qa_user IS NOT NULL)
    OR (b.status = 'QA_PENDING' AND j.status IN ('COMPLETED', 'COMPLETED_WITH_ERRORS')
      AND j.require_qa AND j.qa_user IS NULL AND j.active AND p.active
      AND NOT p.deleted_superseded AND p.document_major_version > 3 AND p.archive_path IS NULL
      AND NOT EXISTS (SELECT FROM flights f WHERE f.flight_id = p.flight_id
        AND coalesce(f.archive_s3_path_lidar, f.archive_s3_path_imagery) IS NOT NULL))
  WHERE j.processing_id = p.id
$$;
CREATE FUNCTION set_processing_statuses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.statuses := processing_statuses(NEW);
  RETURN NEW;
END $$;
CREATE TRIGGER processings_set_statuses
  BEFORE UPDATE OF active, deleted_superseded, archive_path, document_major_version ON processings
  FOR EACH ROW EXECUTE FUNCTION set_processing_statuses();

CREATE FUNCTION set_statuses_of_flight() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE processings p SET statuses = processing_statuses(p) WHERE p.flight_id = NEW.flight_id;
  RETURN NULL;
END $$;
CREATE TRIGGER flights_set_statuses
  AFTER UPDATE OF archive_s3_path_lidar, archive_s3_path_imagery ON flights
  FOR EACH ROW WHEN (
    (coalesce(OLD.archive_s3_path_lidar, OLD.archive_s3_path_imagery) IS NULL)
    IS DISTINCT FROM (coalesce(NEW.archive_s3_path_lidar, NEW.archive_s3_path_imagery) IS NULL))
  EXECUTE FUNCTION set_statuses_of_flight();

-- Each kind of change has a function of its own: a trigger may read its own transition tables only.
CREATE FUNCTION follow_jobs_on_insert() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE processings p SET updated = now(), statuses = processing_statuses(p)
    WHERE p.id IN (SELECT processing_id FROM added);
  RETURN NULL;
END $$;
CREATE FUNCTION follow_jobs_on_update() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE processings p SET updated = now(), statuses = processing_statuses(p)
    WHERE p.id IN (SELECT processing_id FROM added);
  RETURN NULL;
END $$;
CREATE FUNCTION follow_jobs_on_delete() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE processings p SET updated = now(), statuses = processing_statuses(p)
    WHERE p.id IN (SELECT processing_id FROM removed);
  RETURN NULL;
END $$;
CREATE TRIGGER follow_jobs_on_insert AFTER INSERT ON processing_jobs REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION follow_jobs_on_insert();
CREATE TRIGGER follow_jobs_on_update AFTER UPDATE ON processing_jobs
  REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION follow_jobs_on_update();
CREATE TRIGGER follow_jobs_on_delete AFTER DELETE ON processing_jobs REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION follow_jobs_on_delete();

-- How many processings each combination of statuses has, as flights are counted (flight-counts.sql).
CREATE TABLE processing_counts (
  area text,
  statuses bigint,
  n bigint NOT NULL,
  PRIMARY KEY (area, statuses)
);
CREATE TABLE processing_count_changes (
  area text NOT NULL,
  statuses bigint NOT NULL,
  n bigint NOT NULL
);
CREATE FUNCTION count_processings_on_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO processing_count_changes SELECT area, statuses, sum(n)
    FROM (SELECT area, statuses, 1 AS n FROM added) AS changed
    GROUP BY area, statuses HAVING sum(n) <> 0;
  NOTIFY swath_processings;
  NOTIFY swath_processing_sets;
  RETURN NULL;
END $$;
CREATE FUNCTION count_processings_on_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO processing_count_changes SELECT area, statuses, sum(n)
    FROM (SELECT area, statuses, 1 AS n FROM added
      UNION ALL SELECT area, statuses, -1 FROM removed) AS changed
    GROUP BY area, statuses HAVING sum(n) <> 0;
  NOTIFY swath_processings;
  RETURN NULL;
END $$;
CREATE FUNCTION count_processings_on_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO processing_count_changes SELECT area, statuses, sum(n)
    FROM (SELECT area, statuses, -1 AS n FROM removed) AS changed
    GROUP BY area, statuses HAVING sum(n) <> 0;
  NOTIFY swath_processings;
  NOTIFY swath_processing_sets;
  RETURN NULL;
END $$;
CREATE TRIGGER count_processings_on_insert AFTER INSERT ON processings
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_processings_on_insert();
CREATE TRIGGER count_processings_on_update AFTER UPDATE ON processings
  REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_processings_on_update();
CREATE TRIGGER count_processings_on_delete AFTER DELETE ON processings
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_processings_on_delete();

CREATE FUNCTION compact_processing_counts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(7283004) THEN RETURN; END IF;
  WITH taken AS (DELETE FROM processing_count_changes RETURNING area, statuses, n)
  INSERT INTO processing_counts AS c
    SELECT area, statuses, sum(n) FROM taken GROUP BY area, statuses HAVING sum(n) <> 0
    ON CONFLICT (area, statuses) DO UPDATE SET n = c.n + excluded.n;
  DELETE FROM processing_counts WHERE n = 0;
END $$;

-- swath_processings: a page may show something else. swath_processing_sets: a filter may find others.
CREATE FUNCTION tell_processings_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN NOTIFY swath_processings; RETURN NULL; END $$;
CREATE FUNCTION tell_processing_sets_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN NOTIFY swath_processing_sets; RETURN NULL; END $$;
CREATE TRIGGER processings_tell_sets
  AFTER UPDATE OF survey_date, aircraft, project_manager, template, sensor, project_id, area
  ON processings FOR EACH ROW WHEN (
    ROW(OLD.survey_date, OLD.aircraft, OLD.project_manager, OLD.template, OLD.sensor,
      OLD.project_id, OLD.area)
    IS DISTINCT FROM
    ROW(NEW.survey_date, NEW.aircraft, NEW.project_manager, NEW.template, NEW.sensor,
      NEW.project_id, NEW.area))
  EXECUTE FUNCTION tell_processing_sets_changed();
CREATE TRIGGER flights_tell_processings AFTER INSERT OR UPDATE OR DELETE ON flights
  FOR EACH STATEMENT EXECUTE FUNCTION tell_processings_changed();
CREATE TRIGGER projects_tell_processings AFTER INSERT OR UPDATE OR DELETE ON projects
  FOR EACH STATEMENT EXECUTE FUNCTION tell_processings_changed();
CREATE TRIGGER calibrations_tell_processings AFTER INSERT OR UPDATE OR DELETE ON calibrations
  FOR EACH STATEMENT EXECUTE FUNCTION tell_processings_changed();
