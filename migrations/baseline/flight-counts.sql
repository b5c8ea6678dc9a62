-- How many flights each combination of kinds and each survey day has: the list's totals are exact sums of
-- a few thousand rows, where a count would read all flights (decision 8).

-- Writers only append to the tables of changes, so that no two of them wait for each other.
CREATE TABLE flight_kind_counts (
  kinds bigint PRIMARY KEY,
  n bigint NOT NULL
);
CREATE TABLE flight_kind_changes (
  kinds bigint NOT NULL,
  n bigint NOT NULL
);
-- A flight has a row for each of its days (UTC), with its next day; infinity follows the last.
CREATE TABLE flight_day_counts (
  day date,
  next_day date,
  n bigint NOT NULL,
  PRIMARY KEY (day, next_day)
);
CREATE TABLE flight_day_changes (
  day date NOT NULL,
  next_day date NOT NULL,
  n bigint NOT NULL
);

CREATE FUNCTION survey_days(dates timestamptz[]) RETURNS TABLE (day date, next_day date)
LANGUAGE sql IMMUTABLE AS $$
  SELECT day, coalesce(lead(day) OVER (ORDER BY day), 'infinity')
  FROM (SELECT DISTINCT (date AT TIME ZONE 'UTC')::date AS day FROM unnest(dates) AS date) AS days
$$;

-- Each kind of change has a function of its own: a trigger may read its own transition tables only.
CREATE FUNCTION count_flights_on_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO flight_kind_changes
    SELECT kinds, sum(n) FROM (SELECT kinds, dates, 1 AS n FROM added) AS changed
    GROUP BY kinds HAVING sum(n) <> 0;
  -- Without a join: its plan would be kept from one changed row for thousands.
  INSERT INTO flight_day_changes
    SELECT day, next_day, sum(n) FROM (
      SELECT dates, sum(n) AS n FROM (SELECT kinds, dates, 1 AS n FROM added) AS changed
      GROUP BY dates HAVING sum(n) <> 0) AS moved
    CROSS JOIN LATERAL survey_days(moved.dates)
    GROUP BY day, next_day HAVING sum(n) <> 0;
  RETURN NULL;
END $$;
CREATE FUNCTION count_flights_on_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO flight_kind_changes
    SELECT kinds, sum(n) FROM (SELECT kinds, dates, 1 AS n FROM added
      UNION ALL SELECT kinds, dates, -1 FROM removed) AS changed
    GROUP BY kinds HAVING sum(n) <> 0;
  -- Without a join: its plan would be kept from one changed row for thousands.
  INSERT INTO flight_day_changes
    SELECT day, next_day, sum(n) FROM (
      SELECT dates, sum(n) AS n FROM (SELECT kinds, dates, 1 AS n FROM added
        UNION ALL SELECT kinds, dates, -1 FROM removed) AS changed
      GROUP BY dates HAVING sum(n) <> 0) AS moved
    CROSS JOIN LATERAL survey_days(moved.dates)
    GROUP BY day, next_day HAVING sum(n) <> 0;
  RETURN NULL;
END $$;
CREATE FUNCTION count_flights_on_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO flight_kind_changes
    SELECT kinds, sum(n) FROM (SELECT kinds, dates, -1 AS n FROM removed) AS changed
    GROUP BY kinds HAVING sum(n) <> 0;
  -- Without a join: its plan would be kept from one changed row for thousands.
  INSERT INTO flight_day_changes
    SELECT day, next_day, sum(n) FROM (
      SELECT dates, sum(n) AS n FROM (SELECT kinds, dates, -1 AS n FROM removed) AS changed
      GROUP BY dates HAVING sum(n) <> 0) AS moved
    CROSS JOIN LATERAL survey_days(moved.dates)
    GROUP BY day, next_day HAVING sum(n) <> 0;
  RETURN NULL;
END $$;
CREATE FUNCTION count_flights_on_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE flight_kind_counts, flight_kind_changes, flight_day_counts, flight_day_changes;
  RETURN NULL;
END $$;
CREATE TRIGGER count_flights_on_insert AFTER INSERT ON flights REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_flights_on_insert();
CREATE TRIGGER count_flights_on_update AFTER UPDATE ON flights
  REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_flights_on_update();
CREATE TRIGGER count_flights_on_delete AFTER DELETE ON flights REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_flights_on_delete();
CREATE TRIGGER count_flights_on_truncate AFTER TRUNCATE ON flights
  FOR EACH STATEMENT EXECUTE FUNCTION count_flights_on_truncate();

-- Adds the changes to the counts; does nothing while another session does, so that nobody waits for it.
-- 7283003 is any number that no other program of this database locks.
CREATE FUNCTION compact_flight_counts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(7283003) THEN RETURN; END IF;
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
END $$;

-- Counts everything from the start, for flights that were written without triggers.
CREATE FUNCTION rebuild_flight_counts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7283003);
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
END $$;
