-- Processings of sensor logs with their jobs and orders, and the records that jobs read.

-- LiDAR sensors (lever arms, mounting angles, instrument files) and cameras (lever arm, boresight);
-- `parameters` holds the values that differ between the two.
CREATE TABLE calibrations (
  id text PRIMARY KEY,
  kind text NOT NULL,
  sensor_name text NOT NULL,
  aircraft text NOT NULL REFERENCES aircraft (name),
  -- Metres and degrees, by the names of document 3, section 3.
  parameters jsonb NOT NULL,
  -- Instrument files by their extension: {"RES", "TBL", "LCP"}; TBL gzipped and in base64.
  instrument_files jsonb,
  survey_date timestamptz NOT NULL,
  scheduled_expiry_date timestamptz,
  expiry_date timestamptz,
  is_active boolean NOT NULL,
  lms_version text,
  flight_id text,
  updated timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX calibrations_of_a_day
  ON calibrations (kind, sensor_name, aircraft, survey_date);
CREATE INDEX calibrations_by_survey ON calibrations (kind, survey_date DESC, id);

-- Deliveries to customers (decision 12).
CREATE TABLE instructions (
  id text PRIMARY KEY,
  proc_inst_id text NOT NULL UNIQUE,
  project_id text NOT NULL REFERENCES projects (project_id),
  site_name text NOT NULL,
  control boolean NOT NULL,
  horizontal_datum text NOT NULL,
  vertical_datum text NOT NULL,
  tile_extents jsonb NOT NULL,
  tile_naming text NOT NULL,
  products jsonb NOT NULL,
  -- The file of control points: {"key", "bytes", "xxh128", "points", "uploaded"}.
  control_file jsonb,
  -- Name of the person who saved it last; null after an import.
  updated_by text,
  updated timestamptz NOT NULL DEFAULT now()
);
-- File names have _ for a space.
CREATE UNIQUE INDEX instructions_of_a_site
  ON instructions (project_id, lower(replace(site_name, ' ', '_')));
CREATE INDEX instructions_by_update ON instructions (updated DESC, id);
CREATE INDEX instructions_of_a_project ON instructions (project_id, updated DESC, id);
CREATE SEQUENCE instruction_numbers;

CREATE TABLE processings (
  id text PRIMARY KEY,
  -- The name of the folder of its outputs.
  guid text NOT NULL UNIQUE,
  area text NOT NULL,
  flight_id text NOT NULL REFERENCES flights (flight_id),
  sensor_id text NOT NULL,
  sensor text,
  project_id text REFERENCES projects (project_id),
  -- Numbers the processings of a flight that several projects or areas share; null without a split.
  aoi_no integer,
  template text,
  document_major_version float8 NOT NULL,
  active boolean NOT NULL DEFAULT true,
  deleted_superseded boolean NOT NULL DEFAULT false,
  archive_path text,
  -- The choice of custom processing: GPS files and times, range files; null for the first processing.
  custom jsonb,
  custom_counter integer NOT NULL DEFAULT 0,
  eo_only boolean NOT NULL DEFAULT false,
  calibration_id text,
  -- The missing inputs, in words; null where nothing is missing.
  waits_for text,
  created timestamptz NOT NULL DEFAULT now(),
  updated timestamptz NOT NULL DEFAULT now(),
  -- Kept by the triggers of processing-lists.sql.
  survey_date timestamptz NOT NULL DEFAULT '-infinity',
  aircraft text NOT NULL DEFAULT '',
  project_manager text,
  statuses bigint NOT NULL DEFAULT 0,
  -- The subject of waits_for: template, uploads, calibration, former, new; null once it began.
  waits_on text DEFAULT 'new',
  -- Something that it waits for may have come.
  to_start boolean NOT NULL DEFAULT true
);
-- A sensor log has one processing of its own, and any number of custom ones.
CREATE UNIQUE INDEX processings_of_a_log ON processings
  (flight_id, sensor_id, coalesce(project_id, ''), coalesce(aoi_no, 0), custom_counter);

CREATE TABLE processing_jobs (
  id text PRIMARY KEY,
  processing_id text NOT NULL REFERENCES processings (id) ON DELETE CASCADE,
  area text NOT NULL,
  name text NOT NULL,
  label text NOT NULL,
  position int2 NOT NULL,
  status text NOT NULL,
  -- How often it ran; -1 after a failure that its inputs caused.
  attempts integer NOT NULL DEFAULT 0,
  -- Why it waits, failed or is unavailable, in words.
  reason text,
  run_started timestamptz,
  run_ended timestamptz,
  succeeded integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  failed_files jsonb NOT NULL DEFAULT '[]',
  qa_user text,
  qa_issue_desc text,
  qa_issue_res text,
  -- Below its processing's folder; null without an output.
  output_path text,
  -- From the template's stage files at the start of its run.
  require_qa boolean NOT NULL DEFAULT false,
  allow text[] NOT NULL DEFAULT '{}',
  -- False once its result is superseded.
  active boolean NOT NULL DEFAULT true,
  updated timestamptz NOT NULL DEFAULT now(),
  -- A mark that a person set by hand: action, person, time and reason; null once the job has moved on.
  mark jsonb,
  -- Its stage requires an instruction.
  reads_instruction boolean NOT NULL DEFAULT false,
  -- Its published outputs follow a version of the instruction that was replaced since.
  is_outdated boolean NOT NULL DEFAULT false,
  -- The person who completed its QA and its state before, so that QA can be taken back.
  judged jsonb,
  CONSTRAINT jobs_of_a_processing UNIQUE (processing_id, name)
);
CREATE INDEX processing_jobs_active ON processing_jobs (updated)
  WHERE status IN ('PREQUEUE', 'QUEUING', 'QUEUED', 'RUNNING', 'ON_HOLD');
CREATE INDEX processing_jobs_by_status ON processing_jobs (status, processing_id);

CREATE TABLE processing_job_history (
  job_id text NOT NULL REFERENCES processing_jobs (id) ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  status text NOT NULL,
  actor text NOT NULL,
  reason text
);
CREATE INDEX processing_job_history_of_a_job ON processing_job_history (job_id, at);

-- Requests to run a job, until the orchestrator takes them.
CREATE TABLE job_orders (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  job_id text NOT NULL REFERENCES processing_jobs (id) ON DELETE CASCADE,
  -- {"subject", "name"}; null for the server itself.
  ordered_by jsonb,
  ordered timestamptz NOT NULL DEFAULT now(),
  -- Values of the stage's parameters that differ from its defaults.
  params jsonb NOT NULL DEFAULT '{}',
  -- Names of the tasks to run again; null for all.
  only_tasks text[],
  taken timestamptz
);
CREATE UNIQUE INDEX job_orders_open ON job_orders (job_id) WHERE taken IS NULL;
CREATE INDEX job_orders_of_a_job ON job_orders (job_id, ordered);

-- Actions on many jobs: the findings of a preview, and the outcome for each job, kept for an hour.
CREATE TABLE processing_bulks (
  subject text NOT NULL,
  key uuid NOT NULL,
  -- SHA-256 of the action and its jobs or filters.
  request text NOT NULL,
  -- The jobs, in the order of the action.
  jobs jsonb NOT NULL,
  -- Jobs that the filters found at the action and not at the preview; null before the action.
  added integer,
  created timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (subject, key)
);
CREATE INDEX processing_bulks_by_age ON processing_bulks (created);
-- A part is written in the transaction that acts on its jobs: it is done once, or not at all.
CREATE TABLE processing_bulk_parts (
  subject text NOT NULL,
  key uuid NOT NULL,
  part integer NOT NULL,
  rows jsonb NOT NULL,
  PRIMARY KEY (subject, key, part),
  FOREIGN KEY (subject, key) REFERENCES processing_bulks ON DELETE CASCADE
);
