-- The catalogue of the flight log: aircraft, sensors, projects, flights and their sensor logs.

CREATE TABLE aircraft (
  name text PRIMARY KEY,
  type text NOT NULL
);

CREATE TABLE sensor_equipment (
  name text PRIMARY KEY,
  type text NOT NULL,
  laser_serial_no text,
  pos_serial_no text
);

CREATE TABLE projects (
  project_id text PRIMARY KEY,
  name text NOT NULL,
  manager text NOT NULL,
  status text NOT NULL,
  processing_template text,
  client text,
  -- The coordinate system of the project's products: an EPSG code, and the datum of heights.
  epsg integer CHECK (epsg > 0),
  vertical_datum text
);

CREATE TABLE flights (
  flight_id text PRIMARY KEY,
  -- Latest first.
  dates timestamptz[] NOT NULL,
  -- -infinity without a date, so that every flight has its place in the order.
  latest_date timestamptz NOT NULL,
  date_span tstzrange NOT NULL,
  wheels_up timestamptz,
  wheels_down timestamptz,
  aircraft text NOT NULL REFERENCES aircraft (name),
  departure_timezone text NOT NULL,
  document_major_version float8 NOT NULL,
  types text[] NOT NULL,
  archive_s3_path_lidar text,
  archive_s3_path_imagery text,
  -- See flight-filters.sql.
  facets text[] NOT NULL DEFAULT '{}',
  kinds bigint NOT NULL DEFAULT 0
);
-- One index serves a page in either direction; the identifier makes the order total. With the kinds in
-- it, broad filters are walked and counted in the index alone, a tenth of the table.
CREATE INDEX flights_by_date ON flights (latest_date, flight_id) INCLUDE (kinds);
CREATE INDEX flights_by_aircraft ON flights (aircraft, latest_date, flight_id);
CREATE INDEX flights_by_span ON flights USING gist (date_span);
-- Without a pending list, no search pays for the latest writes.
CREATE INDEX flights_by_facet ON flights USING gin (facets) WITH (fastupdate = off);
-- The planner's list of common facets decides between this index and a walk by date.
ALTER TABLE flights ALTER COLUMN facets SET STATISTICS 500;

-- Sensor logs. The last three columns come from the flight, the project and the log itself: an index of
-- each field of many values holds its flights in the order of the list, and a page of one value reads no
-- other flight.
CREATE TABLE flight_sensors (
  flight_id text NOT NULL REFERENCES flights (flight_id) ON DELETE CASCADE,
  position int2 NOT NULL,
  sensor text,
  secondary_sensor text,
  sensor_id text NOT NULL,
  type text NOT NULL,
  flight_type text NOT NULL,
  project_id text REFERENCES projects (project_id),
  survey_start timestamptz,
  survey_end timestamptz,
  dispatch_lidar text NOT NULL,
  dispatch_imagery text NOT NULL,
  latest_date timestamptz NOT NULL DEFAULT '-infinity',
  project_manager text,
  main_sensor text GENERATED ALWAYS AS (coalesce(sensor, secondary_sensor)) STORED,
  CONSTRAINT flight_sensors_key PRIMARY KEY (flight_id, position)
);
CREATE INDEX flight_sensors_by_sensor ON flight_sensors (main_sensor, latest_date, flight_id);
CREATE INDEX flight_sensors_by_secondary ON flight_sensors (secondary_sensor, latest_date, flight_id)
  WHERE secondary_sensor IS NOT NULL;
CREATE INDEX flight_sensors_by_project ON flight_sensors (project_id, latest_date, flight_id);
CREATE INDEX flight_sensors_by_manager ON flight_sensors (project_manager, latest_date, flight_id);

CREATE FUNCTION set_sensor_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT latest_date INTO NEW.latest_date FROM flights WHERE flight_id = NEW.flight_id;
  SELECT manager INTO NEW.project_manager FROM projects WHERE project_id = NEW.project_id;
  RETURN NEW;
END $$;
CREATE TRIGGER flight_sensors_set_order BEFORE INSERT OR UPDATE OF flight_id, project_id
  ON flight_sensors FOR EACH ROW EXECUTE FUNCTION set_sensor_order();

CREATE FUNCTION order_sensors_of_flight() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE flight_sensors SET latest_date = NEW.latest_date WHERE flight_id = NEW.flight_id;
  RETURN NULL;
END $$;
CREATE TRIGGER flights_order_sensors AFTER UPDATE OF latest_date ON flights
  FOR EACH ROW WHEN (OLD.latest_date IS DISTINCT FROM NEW.latest_date)
  EXECUTE FUNCTION order_sensors_of_flight();

CREATE FUNCTION order_sensors_of_project() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE flight_sensors SET project_manager = NEW.manager WHERE project_id = NEW.project_id;
  RETURN NULL;
END $$;
CREATE TRIGGER projects_order_sensors AFTER UPDATE OF manager ON projects
  FOR EACH ROW WHEN (OLD.manager IS DISTINCT FROM NEW.manager)
  EXECUTE FUNCTION order_sensors_of_project();
