import { sql, type Kysely } from "kysely";

async function createProcessings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("processings")
    .addColumn("id", "text", (column) => column.primaryKey())
    // Names the folder of its outputs.
    .addColumn("guid", "text", (column) => column.notNull().unique())
    .addColumn("area", "text", (column) => column.notNull())
    .addColumn("flight_id", "text", (column) => column.notNull().references("flights.flight_id"))
    .addColumn("sensor_id", "text", (column) => column.notNull())
    .addColumn("sensor", "text")
    .addColumn("project_id", "text", (column) => column.references("projects.project_id"))
    // Of a flight that several projects or areas share; null for one that is not split.
    .addColumn("aoi_no", "integer")
    .addColumn("template", "text")
    .addColumn("document_major_version", "float8", (column) => column.notNull())
    .addColumn("active", "boolean", (column) => column.notNull().defaultTo(true))
    .addColumn("deleted_superseded", "boolean", (column) => column.notNull().defaultTo(false))
    .addColumn("archive_path", "text")
    // What custom processing chose: GPS files and times, range files; null for the first one.
    .addColumn("custom", "jsonb")
    .addColumn("custom_counter", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("eo_only", "boolean", (column) => column.notNull().defaultTo(false))
    .addColumn("calibration_id", "text")
    // Why nothing runs: what is missing, in words; null where nothing is.
    .addColumn("waits_for", "text")
    .addColumn("created", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn("updated", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  // A sensor log has one processing of its own, and any number of custom ones.
  await sql`CREATE UNIQUE INDEX processings_of_a_log ON processings
    (flight_id, sensor_id, coalesce(project_id, ''), coalesce(aoi_no, 0), custom_counter)`.execute(
    db,
  );
}

async function createJobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("processing_jobs")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("processing_id", "text", (column) =>
      column.notNull().references("processings.id").onDelete("cascade"),
    )
    .addColumn("area", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("position", "int2", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    // How often it ran; -1: it failed because of its inputs.
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    // Why it waits, failed or is unavailable, in words.
    .addColumn("reason", "text")
    .addColumn("run_started", "timestamptz")
    .addColumn("run_ended", "timestamptz")
    .addColumn("succeeded", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("failed", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("failed_files", "jsonb", (column) => column.notNull().defaultTo(sql`'[]'`))
    .addColumn("qa_user", "text")
    .addColumn("qa_issue_desc", "text")
    .addColumn("qa_issue_res", "text")
    // Below its processing's folder; null without an output.
    .addColumn("output_path", "text")
    // From the template's stage files, when the run began.
    .addColumn("require_qa", "boolean", (column) => column.notNull().defaultTo(false))
    .addColumn("allow", sql`text[]`, (column) => column.notNull().defaultTo(sql`'{}'`))
    // False: this stage's result is superseded.
    .addColumn("active", "boolean", (column) => column.notNull().defaultTo(true))
    .addColumn("updated", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint("jobs_of_a_processing", ["processing_id", "name"])
    .execute();
  await sql`CREATE INDEX processing_jobs_active ON processing_jobs (updated)
    WHERE status IN ('PREQUEUE', 'QUEUING', 'QUEUED', 'RUNNING', 'ON_HOLD')`.execute(db);
  await db.schema
    .createTable("processing_job_history")
    .addColumn("job_id", "text", (column) =>
      column.notNull().references("processing_jobs.id").onDelete("cascade"),
    )
    .addColumn("at", "timestamptz", (column) => column.notNull().defaultTo(sql`clock_timestamp()`))
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("actor", "text", (column) => column.notNull())
    .addColumn("reason", "text")
    .execute();
  await sql`CREATE INDEX processing_job_history_of_a_job ON processing_job_history (job_id, at)`.execute(
    db,
  );
}

/** Processings of sensor logs, and their jobs with the history of their statuses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createProcessings(db);
  await createJobs(db);
}
