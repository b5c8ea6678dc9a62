-- Runs of processing jobs: the submissions to a compute engine, and the results of their tasks.

CREATE TABLE processing_runs (
  id text PRIMARY KEY,
  job_id text NOT NULL REFERENCES processing_jobs ON DELETE CASCADE,
  attempt integer NOT NULL CHECK (attempt > 0),
  state text NOT NULL CHECK (state IN ('active', 'ended')),
  -- An event of the job's state table, or 'cancel'.
  outcome text,
  reason text,
  -- A copy of its stage file: the run follows it even if the file changes.
  stage jsonb NOT NULL,
  stage_sha256 text NOT NULL,
  params jsonb NOT NULL,
  ordered_by jsonb,
  -- Of the list of its inputs: paths, sizes, checksums.
  inputs_sha256 text NOT NULL,
  input_files integer NOT NULL,
  input_bytes bigint NOT NULL,
  engine text NOT NULL,
  bucket text NOT NULL,
  -- Of its outputs, with the last slash.
  prefix text NOT NULL,
  tasks integer NOT NULL,
  succeeded integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  measures jsonb NOT NULL DEFAULT '[]',
  created timestamptz NOT NULL DEFAULT now(),
  started timestamptz,
  ended timestamptz,
  -- Its outputs are the job's.
  published boolean NOT NULL DEFAULT false,
  -- When its outputs and its folder were removed.
  swept timestamptz,
  -- When the folders with its tasks' logs were removed, earlier than the outputs.
  logs_swept timestamptz,
  -- The calibration records that it read: their kinds, identifiers and survey dates.
  calibrations jsonb NOT NULL DEFAULT '[]',
  -- The instruction that it followed: {"instructionId", "ProcInstID", "siteName", "Updated"}.
  instruction jsonb,
  UNIQUE (job_id, attempt)
);
CREATE UNIQUE INDEX processing_runs_active ON processing_runs (job_id) WHERE state = 'active';
CREATE UNIQUE INDEX processing_runs_published ON processing_runs (job_id) WHERE published;
CREATE INDEX processing_runs_kept ON processing_runs (ended) WHERE state = 'ended' AND swept IS NULL;
CREATE INDEX processing_runs_logs ON processing_runs (ended)
  WHERE state = 'ended' AND logs_swept IS NULL;
-- How long runs of a stage took, for its eta.
CREATE INDEX processing_runs_took ON processing_runs ((stage ->> 'name'), ended DESC)
  WHERE outcome = 'succeed';
CREATE INDEX processing_runs_by_instruction ON processing_runs ((instruction ->> 'instructionId'))
  WHERE instruction IS NOT NULL;

CREATE TABLE run_submissions (
  key text PRIMARY KEY,
  run_id text NOT NULL REFERENCES processing_runs ON DELETE CASCADE,
  number integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('tasks', 'collect')),
  state text NOT NULL CHECK (state IN ('written', 'accepted', 'ended')),
  tasks integer NOT NULL,
  cpus integer NOT NULL,
  memory_bytes bigint NOT NULL,
  -- Time limit of its longest task.
  seconds float8 NOT NULL,
  feature text,
  engine_id text,
  -- How often it was handed to the engine, and how often in a row the engine did not know it since.
  submitted integer NOT NULL DEFAULT 0,
  missed integer NOT NULL DEFAULT 0,
  -- Tasks whose results are in its folder.
  done integer NOT NULL DEFAULT 0,
  waiting text,
  expected_start timestamptz,
  created timestamptz NOT NULL DEFAULT now(),
  ended timestamptz,
  UNIQUE (run_id, number)
);
CREATE UNIQUE INDEX run_submissions_open ON run_submissions (run_id) WHERE state <> 'ended';

CREATE TABLE run_tasks (
  run_id text NOT NULL REFERENCES processing_runs ON DELETE CASCADE,
  name text NOT NULL,
  kind text NOT NULL,
  -- The submission that has its log.
  key text NOT NULL,
  task integer NOT NULL,
  input text,
  ending text NOT NULL,
  exit_code integer,
  signal text,
  node text,
  started timestamptz,
  ended timestamptz,
  cpu_seconds float8,
  peak_memory_bytes bigint,
  errors jsonb NOT NULL,
  outputs jsonb NOT NULL,
  measures jsonb NOT NULL,
  -- The number of input files, and of those that failed, as the task reports them.
  files integer,
  failed_files integer,
  PRIMARY KEY (run_id, kind, name),
  CHECK (failed_files BETWEEN 1 AND files)
);

-- Processings whose jobs changed, so that other jobs may be due; the orchestrator empties it.
CREATE TABLE due_processings (
  processing_id text PRIMARY KEY REFERENCES processings ON DELETE CASCADE,
  changes bigint NOT NULL DEFAULT 1
);
CREATE FUNCTION note_due_processing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO due_processings (processing_id)
    SELECT NEW.processing_id WHERE EXISTS (
      SELECT FROM processing_runs r JOIN processing_jobs j ON j.id = r.job_id
      WHERE j.processing_id = NEW.processing_id)
    ON CONFLICT (processing_id) DO UPDATE SET changes = due_processings.changes + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER processing_jobs_due AFTER UPDATE OF status, qa_user ON processing_jobs
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status
    OR OLD.qa_user IS DISTINCT FROM NEW.qa_user)
  EXECUTE FUNCTION note_due_processing();
