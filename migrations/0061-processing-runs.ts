import { sql, type Kysely } from "kysely";

async function createRuns(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE processing_runs (
    id text PRIMARY KEY,
    job_id text NOT NULL REFERENCES processing_jobs ON DELETE CASCADE,
    attempt integer NOT NULL CHECK (attempt > 0),
    state text NOT NULL CHECK (state IN ('active', 'ended')),
    -- How it ended: an event of the job's state table, or 'cancel'.
    outcome text,
    reason text,
    -- The stage file that it follows, whatever becomes of the file.
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
    -- The one whose outputs are the job's.
    published boolean NOT NULL DEFAULT false,
    -- When its outputs and its folder were removed.
    swept timestamptz,
    UNIQUE (job_id, attempt))`.execute(db);
  await sql`CREATE UNIQUE INDEX processing_runs_active ON processing_runs (job_id)
    WHERE state = 'active'`.execute(db);
  await sql`CREATE UNIQUE INDEX processing_runs_published ON processing_runs (job_id)
    WHERE published`.execute(db);
  await sql`CREATE INDEX processing_runs_kept ON processing_runs (ended)
    WHERE state = 'ended' AND swept IS NULL`.execute(db);
}

async function createSubmissions(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE run_submissions (
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
    -- How often it was handed to the engine, and missed in a row since.
    submitted integer NOT NULL DEFAULT 0,
    missed integer NOT NULL DEFAULT 0,
    -- Tasks whose results stand in its folder.
    done integer NOT NULL DEFAULT 0,
    waiting text,
    expected_start timestamptz,
    created timestamptz NOT NULL DEFAULT now(),
    ended timestamptz,
    UNIQUE (run_id, number))`.execute(db);
  await sql`CREATE UNIQUE INDEX run_submissions_open ON run_submissions (run_id)
    WHERE state <> 'ended'`.execute(db);
  await sql`CREATE TABLE run_tasks (
    run_id text NOT NULL REFERENCES processing_runs ON DELETE CASCADE,
    name text NOT NULL,
    kind text NOT NULL,
    -- Where its log stands.
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
    PRIMARY KEY (run_id, kind, name))`.execute(db);
}

/** Processings whose jobs changed, so that others may be due; kept by a trigger, emptied by the sweep. */
async function createDue(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE due_processings (
    processing_id text PRIMARY KEY REFERENCES processings ON DELETE CASCADE,
    changes bigint NOT NULL DEFAULT 1)`.execute(db);
  await sql`CREATE FUNCTION note_due_processing() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO due_processings (processing_id)
        SELECT NEW.processing_id WHERE EXISTS (
          SELECT FROM processing_runs r JOIN processing_jobs j ON j.id = r.job_id
          WHERE j.processing_id = NEW.processing_id)
        ON CONFLICT (processing_id) DO UPDATE SET changes = due_processings.changes + 1;
      RETURN NULL;
    END $$`.execute(db);
  await sql`CREATE TRIGGER processing_jobs_due AFTER UPDATE OF status, qa_user ON processing_jobs
    FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status
      OR OLD.qa_user IS DISTINCT FROM NEW.qa_user)
    EXECUTE FUNCTION note_due_processing()`.execute(db);
}

/** Runs of processing jobs: what was handed to a compute engine, and what its tasks left. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createRuns(db);
  await createSubmissions(db);
  await createDue(db);
}
