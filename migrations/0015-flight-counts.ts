import { sql, type Kysely } from "kysely";

/** Statuses that 0011 gave no bit. */
const STATUSES = [
  "UPLOAD_INIT",
  "GENERATING_METADATA_N_UPLOAD_TASK",
  "GENERATING_METADATA_N_UPLOAD_TASK_FAILED",
  "GENERATING_METADATA_N_CHECK_PROGRESS",
  "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED",
  "CHECKING_CONCURRENT_UPLOAD",
  "UPLOAD_INTEGRITY_CHECK",
].map((status) => `UploadStatus=${status}`);

async function addStatusBits(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO facet_bits SELECT facet, place + (SELECT max(bit) FROM facet_bits)
    FROM unnest(${STATUSES}::text[]) WITH ORDINALITY AS listed (facet, place)`.execute(db);
  await sql`UPDATE flights SET kinds = kinds_of(facets) WHERE facets && ${STATUSES}::text[]`.execute(
    db,
  );
}

/** Counts, and what is to be added to them: only appended to, so that no two writers meet. */
async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE flight_kind_counts (kinds bigint PRIMARY KEY, n bigint NOT NULL)`.execute(
    db,
  );
  await sql`CREATE TABLE flight_kind_changes (kinds bigint NOT NULL, n bigint NOT NULL)`.execute(
    db,
  );
  // A flight has a row for each of its days (UTC), with the next of them; after the last: infinity.
  await sql`CREATE TABLE flight_day_counts (day date, next_day date, n bigint NOT NULL,
    PRIMARY KEY (day, next_day))`.execute(db);
  await sql`CREATE TABLE flight_day_changes (day date NOT NULL, next_day date NOT NULL,
    n bigint NOT NULL)`.execute(db);
}

const SURVEY_DAYS = sql`
CREATE FUNCTION survey_days(dates timestamptz[]) RETURNS TABLE (day date, next_day date)
LANGUAGE sql IMMUTABLE AS $$
  SELECT day, coalesce(lead(day) OVER (ORDER BY day), 'infinity')
  FROM (SELECT DISTINCT (date AT TIME ZONE 'UTC')::date AS day FROM unnest(dates) AS date) AS days
$$`;

type ChangeOfRows = "INSERT" | "UPDATE" | "DELETE";

const CHANGED: Readonly<Record<ChangeOfRows, string>> = {
  INSERT: "SELECT kinds, dates, 1 AS n FROM added",
  DELETE: "SELECT kinds, dates, -1 AS n FROM removed",
  UPDATE: "SELECT kinds, dates, 1 AS n FROM added UNION ALL SELECT kinds, dates, -1 FROM removed",
};
const TRANSITIONS: Readonly<Record<ChangeOfRows, string>> = {
  INSERT: "NEW TABLE AS added",
  DELETE: "OLD TABLE AS removed",
  UPDATE: "NEW TABLE AS added OLD TABLE AS removed",
};

/** One trigger for each kind of change: only theirs are the tables of rows that it may read. */
async function countOn(db: Kysely<unknown>, change: ChangeOfRows): Promise<void> {
  const name = `count_flights_on_${change.toLowerCase()}`;
  await sql
    .raw(
      `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO flight_kind_changes
        SELECT kinds, sum(n) FROM (${CHANGED[change]}) AS changed
        GROUP BY kinds HAVING sum(n) <> 0;
      -- Without a join: its plan would be kept from one changed row for thousands.
      INSERT INTO flight_day_changes
        SELECT day, next_day, sum(n) FROM (
          SELECT dates, sum(n) AS n FROM (${CHANGED[change]}) AS changed
          GROUP BY dates HAVING sum(n) <> 0) AS moved
        CROSS JOIN LATERAL survey_days(moved.dates)
        GROUP BY day, next_day HAVING sum(n) <> 0;
      RETURN NULL;
    END $$`,
    )
    .execute(db);
  await sql
    .raw(
      `CREATE TRIGGER ${name} AFTER ${change} ON flights REFERENCING ${TRANSITIONS[change]}
      FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`,
    )
    .execute(db);
}

const ON_TRUNCATE = sql`
CREATE FUNCTION count_flights_on_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE flight_kind_counts, flight_kind_changes, flight_day_counts, flight_day_changes;
  RETURN NULL;
END $$`;

/** Any number that no other program of this database locks. */
const COMPACT_LOCK = sql.lit(7_283_003);

/** Adds the changes to the counts; nothing where another session does. Nobody waits for it. */
const COMPACT = sql`
CREATE FUNCTION compact_flight_counts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(${COMPACT_LOCK}) THEN RETURN; END IF;
  WITH taken AS (DELETE FROM flight_kind_changes RETURNING kinds, n)
  INSERT INTO flight_kind_counts AS c
    SELECT kinds, sum(n) FROM taken GROUP BY kinds HAVING sum(n) <> 0
    ON CONFLICT (kinds) DO UPDATE SET n = c.n + excluded.n;
  DELETE FROM flight_kind_counts WHERE n = 0;
  WITH taken AS (DELETE FROM flight_day_changes RETURNING day, next_day, n)
  INSERT INTO flight_day_counts AS c
    SELECT day, next_day, sum(n) FROM taken GROUP BY day, next_day HAVING sum(n) <> 0
    ON CONFLICT (day, next_day) DO UPDATE SET n = c.n + excluded.n;
  DELETE FROM flight_day_counts WHERE n = 0;
END $$`;

/** Counts everything anew, for flights that were written without triggers. */
const REBUILD = sql`
CREATE FUNCTION rebuild_flight_counts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(${COMPACT_LOCK});
  LOCK TABLE flights IN SHARE MODE;
  DELETE FROM flight_kind_counts;
  DELETE FROM flight_kind_changes;
  DELETE FROM flight_day_counts;
  DELETE FROM flight_day_changes;
  INSERT INTO flight_kind_counts SELECT kinds, count(*) FROM flights GROUP BY kinds;
  INSERT INTO flight_day_counts
    SELECT day, next_day, sum(n) FROM (
      SELECT (dates[1] AT TIME ZONE 'UTC')::date AS day, 'infinity'::date AS next_day, count(*) AS n
      FROM flights WHERE cardinality(dates) = 1 GROUP BY 1
      UNION ALL
      SELECT day, next_day, count(*) FROM flights CROSS JOIN LATERAL survey_days(dates)
      WHERE cardinality(dates) > 1 GROUP BY 1, 2
    ) AS counted GROUP BY day, next_day;
END $$`;

/**
 * How many flights there are of each combination of kinds and of each survey day: what the list
 * counts is added up from a few thousand rows, exactly, instead of counted over all flights.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addStatusBits(db);
  await createTables(db);
  await SURVEY_DAYS.execute(db);
  for (const change of ["INSERT", "UPDATE", "DELETE"] as const) await countOn(db, change);
  await ON_TRUNCATE.execute(db);
  await sql`CREATE TRIGGER count_flights_on_truncate AFTER TRUNCATE ON flights
    FOR EACH STATEMENT EXECUTE FUNCTION count_flights_on_truncate()`.execute(db);
  await COMPACT.execute(db);
  await REBUILD.execute(db);
  await sql`SELECT rebuild_flight_counts()`.execute(db);
  await sql`ANALYZE flight_kind_counts, flight_day_counts`.execute(db);
}
