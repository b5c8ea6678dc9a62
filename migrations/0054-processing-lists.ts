import { sql, type Kysely } from "kysely";

/** Bits of what a list is filtered by: a job's status, and the two values that QA adds. */
const STATUSES = [
  "NOT_APPLICABLE",
  "NOT_COMMENCED",
  "PREQUEUE",
  "QUEUING",
  "QUEUED",
  "RUNNING",
  "ON_HOLD",
  "COMPLETED",
  "COMPLETED_WITH_ERRORS",
  "FAILED",
  "CANCELLED",
  "QA_COMPLETED",
  "QA_COMPLETED_WITH_ERRORS",
  "MANUAL_PROCESSING_REQUIRED",
  "MANUALLY_PROCESSED",
  "IGNORE",
  "UNAVAILABLE",
  "QA_PENDING",
];

async function addColumns(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE job_status_bits (status text PRIMARY KEY, bit int2 NOT NULL UNIQUE)`.execute(
    db,
  );
  await sql`INSERT INTO job_status_bits SELECT status, place - 1
    FROM unnest(${STATUSES}::text[]) WITH ORDINALITY AS listed (status, place)`.execute(db);
  await sql`ALTER TABLE processings
    ADD survey_date timestamptz NOT NULL DEFAULT '-infinity',
    ADD aircraft text NOT NULL DEFAULT '',
    ADD project_manager text,
    ADD statuses bigint NOT NULL DEFAULT 0,
    -- What waits_for is about: template, uploads, calibration, former, new; null once it began.
    ADD waits_on text DEFAULT 'new',
    -- Something that it waits for may have come.
    ADD to_start boolean NOT NULL DEFAULT true`.execute(db);
}

/** Beside each processing, what its list is ordered and filtered by of its flight and project. */
const FUNCTIONS = [
  sql`CREATE FUNCTION job_status_mask(status text, qa_user text) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT coalesce(bit_or(1::bigint << bit), 0) FROM job_status_bits b
    WHERE b.status = $1 OR ($1 = 'COMPLETED'
      AND b.status = CASE WHEN $2 IS NULL THEN 'QA_PENDING' ELSE 'QA_COMPLETED' END)
  $$`,
  sql`CREATE FUNCTION set_processing_order() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    SELECT latest_date, aircraft INTO NEW.survey_date, NEW.aircraft
      FROM flights WHERE flight_id = NEW.flight_id;
    SELECT manager INTO NEW.project_manager FROM projects WHERE project_id = NEW.project_id;
    RETURN NEW;
  END $$`,
  sql`CREATE FUNCTION order_processings_of_flight() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE processings SET survey_date = NEW.latest_date, aircraft = NEW.aircraft
      WHERE flight_id = NEW.flight_id;
    RETURN NULL;
  END $$`,
  sql`CREATE FUNCTION order_processings_of_project() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE processings SET project_manager = NEW.manager,
        to_start = to_start OR coalesce(waits_on, '') = 'template'
      WHERE project_id = NEW.project_id;
    RETURN NULL;
  END $$`,
  sql`CREATE FUNCTION start_processings_of_upload() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE processings SET to_start = true
      WHERE flight_id = NEW.flight_id AND waits_on = 'uploads' AND NOT to_start;
    RETURN NULL;
  END $$`,
  sql`CREATE FUNCTION start_processings_of_calibration() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE processings SET to_start = true
      WHERE aircraft = NEW.aircraft AND waits_on = 'calibration' AND NOT to_start;
    RETURN NULL;
  END $$`,
] as const;

const TRIGGERS = [
  sql`processings_set_order BEFORE INSERT OR UPDATE OF flight_id, project_id ON processings
    FOR EACH ROW EXECUTE FUNCTION set_processing_order()`,
  sql`flights_order_processings AFTER UPDATE OF latest_date, aircraft ON flights
    FOR EACH ROW WHEN (ROW(OLD.latest_date, OLD.aircraft) IS DISTINCT FROM ROW(NEW.latest_date, NEW.aircraft))
    EXECUTE FUNCTION order_processings_of_flight()`,
  sql`projects_order_processings AFTER UPDATE OF manager, processing_template ON projects
    FOR EACH ROW WHEN (ROW(OLD.manager, OLD.processing_template)
      IS DISTINCT FROM ROW(NEW.manager, NEW.processing_template))
    EXECUTE FUNCTION order_processings_of_project()`,
  sql`uploads_start_processings AFTER UPDATE OF status ON uploads
    FOR EACH ROW WHEN (NEW.status = 'DATA_READY') EXECUTE FUNCTION start_processings_of_upload()`,
  sql`calibrations_start_processings AFTER INSERT OR UPDATE ON calibrations
    FOR EACH ROW EXECUTE FUNCTION start_processings_of_calibration()`,
] as const;

type ChangeOfRows = "INSERT" | "UPDATE" | "DELETE";
const CHANGES: readonly ChangeOfRows[] = ["INSERT", "UPDATE", "DELETE"];
const TRANSITIONS: Readonly<Record<ChangeOfRows, string>> = {
  INSERT: "NEW TABLE AS added",
  DELETE: "OLD TABLE AS removed",
  UPDATE: "NEW TABLE AS added OLD TABLE AS removed",
};
const CHANGED: Readonly<Record<ChangeOfRows, string>> = {
  INSERT: "SELECT area, statuses, 1 AS n FROM added",
  DELETE: "SELECT area, statuses, -1 AS n FROM removed",
  UPDATE:
    "SELECT area, statuses, 1 AS n FROM added UNION ALL SELECT area, statuses, -1 FROM removed",
};

async function statementTrigger(
  db: Kysely<unknown>,
  { table, name, change }: { table: string; name: string; change: ChangeOfRows },
  body: string,
): Promise<void> {
  const full = `${name}_on_${change.toLowerCase()}`;
  await sql
    .raw(
      `CREATE FUNCTION ${full}() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN ${body} RETURN NULL; END $$`,
    )
    .execute(db);
  await sql
    .raw(
      `CREATE TRIGGER ${full} AFTER ${change} ON ${table} REFERENCING ${TRANSITIONS[change]}
       FOR EACH STATEMENT EXECUTE FUNCTION ${full}()`,
    )
    .execute(db);
}

/** A processing's statuses follow its jobs, and so does the moment of its last change. */
async function followJobs(db: Kysely<unknown>): Promise<void> {
  for (const change of CHANGES) {
    const rows = change === "DELETE" ? "removed" : "added";
    await statementTrigger(
      db,
      { table: "processing_jobs", name: "follow_jobs", change },
      `UPDATE processings p SET updated = now(), statuses = coalesce((
         SELECT bit_or(job_status_mask(j.status, j.qa_user)) FROM processing_jobs j
         WHERE j.processing_id = p.id), 0)
       WHERE p.id IN (SELECT processing_id FROM ${rows});`,
    );
  }
}

/** How many there are of each combination of statuses: kept as counts of flights are (0015). */
async function countStatuses(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE processing_counts (area text, statuses bigint, n bigint NOT NULL,
    PRIMARY KEY (area, statuses))`.execute(db);
  await sql`CREATE TABLE processing_count_changes (area text NOT NULL, statuses bigint NOT NULL,
    n bigint NOT NULL)`.execute(db);
  for (const change of CHANGES)
    await statementTrigger(
      db,
      { table: "processings", name: "count_processings", change },
      `INSERT INTO processing_count_changes SELECT area, statuses, sum(n)
         FROM (${CHANGED[change]}) AS changed GROUP BY area, statuses HAVING sum(n) <> 0;
       NOTIFY swath_processings;
       ${change === "UPDATE" ? "" : "NOTIFY swath_processing_sets;"}`,
    );
  await sql`CREATE FUNCTION compact_processing_counts() RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT pg_try_advisory_xact_lock(7283004) THEN RETURN; END IF;
      WITH taken AS (DELETE FROM processing_count_changes RETURNING area, statuses, n)
      INSERT INTO processing_counts AS c
        SELECT area, statuses, sum(n) FROM taken GROUP BY area, statuses HAVING sum(n) <> 0
        ON CONFLICT (area, statuses) DO UPDATE SET n = c.n + excluded.n;
      DELETE FROM processing_counts WHERE n = 0;
    END $$`.execute(db);
}

/** Tells servers that what a page shows, or what a filter finds, may be another. */
async function notifyServers(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE FUNCTION tell_processings_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NOTIFY swath_processings; RETURN NULL; END $$`.execute(db);
  await sql`CREATE FUNCTION tell_processing_sets_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NOTIFY swath_processing_sets; RETURN NULL; END $$`.execute(db);
  await sql`CREATE TRIGGER processings_tell_sets
    AFTER UPDATE OF survey_date, aircraft, project_manager, template, sensor, project_id, area ON processings
    FOR EACH ROW WHEN (
      ROW(OLD.survey_date, OLD.aircraft, OLD.project_manager, OLD.template, OLD.sensor, OLD.project_id, OLD.area)
      IS DISTINCT FROM
      ROW(NEW.survey_date, NEW.aircraft, NEW.project_manager, NEW.template, NEW.sensor, NEW.project_id, NEW.area))
    EXECUTE FUNCTION tell_processing_sets_changed()`.execute(db);
  for (const table of ["flights", "projects", "calibrations"])
    await sql`CREATE TRIGGER ${sql.ref(`${table}_tell_processings`)}
      AFTER INSERT OR UPDATE OR DELETE ON ${sql.table(table)}
      FOR EACH STATEMENT EXECUTE FUNCTION tell_processings_changed()`.execute(db);
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  for (const definition of [
    sql`processings_by_date ON processings (area, survey_date, id) INCLUDE (statuses)`,
    ...[
      "aircraft",
      "sensor",
      "project_manager",
      "template",
      "project_id",
      "sensor_id",
      "flight_id",
    ].map(
      (column) => sql`${sql.ref(`processings_by_${column}`)}
        ON processings (area, ${sql.ref(column)}, survey_date, id)`,
    ),
    sql`processings_of_a_flight ON processings (flight_id)`,
    sql`processings_of_a_project ON processings (project_id)`,
    sql`processings_to_start ON processings (id) WHERE to_start`,
    sql`processings_waiting ON processings (aircraft) WHERE waits_on = 'calibration'`,
    sql`processing_jobs_by_status ON processing_jobs (status, processing_id)`,
  ])
    await sql`CREATE INDEX ${definition}`.execute(db);
}

/**
 * What lists of processings are ordered, filtered and counted by is kept beside each of them, so that
 * a page is read from an index in its order (decision 8).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db);
  for (const each of FUNCTIONS) await each.execute(db);
  for (const each of TRIGGERS) await sql`CREATE TRIGGER ${each}`.execute(db);
  await followJobs(db);
  await countStatuses(db);
  await notifyServers(db);
  await createIndexes(db);
}
