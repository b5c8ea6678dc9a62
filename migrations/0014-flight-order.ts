import { sql, type Kysely } from "kysely";

const ON_SENSOR = sql`
CREATE FUNCTION set_sensor_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT latest_date INTO NEW.latest_date FROM flights WHERE flight_id = NEW.flight_id;
  SELECT manager INTO NEW.project_manager FROM projects WHERE project_id = NEW.project_id;
  RETURN NEW;
END $$`;

const ON_FLIGHT = sql`
CREATE FUNCTION order_sensors_of_flight() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE flight_sensors SET latest_date = NEW.latest_date WHERE flight_id = NEW.flight_id;
  RETURN NULL;
END $$`;

const ON_PROJECT = sql`
CREATE FUNCTION order_sensors_of_project() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE flight_sensors SET project_manager = NEW.manager WHERE project_id = NEW.project_id;
  RETURN NULL;
END $$`;

async function createTriggers(db: Kysely<unknown>): Promise<void> {
  for (const each of [ON_SENSOR, ON_FLIGHT, ON_PROJECT]) await each.execute(db);
  await sql`CREATE TRIGGER flight_sensors_set_order
    BEFORE INSERT OR UPDATE OF flight_id, project_id ON flight_sensors
    FOR EACH ROW EXECUTE FUNCTION set_sensor_order()`.execute(db);
  await sql`CREATE TRIGGER flights_order_sensors AFTER UPDATE OF latest_date ON flights
    FOR EACH ROW WHEN (OLD.latest_date IS DISTINCT FROM NEW.latest_date)
    EXECUTE FUNCTION order_sensors_of_flight()`.execute(db);
  await sql`CREATE TRIGGER projects_order_sensors AFTER UPDATE OF manager ON projects
    FOR EACH ROW WHEN (OLD.manager IS DISTINCT FROM NEW.manager)
    EXECUTE FUNCTION order_sensors_of_project()`.execute(db);
}

/**
 * Beside each sensor log, its flight's latest date and its project's manager: an index of each
 * field of many values then holds its flights in the order of the list, so that a page of one value
 * is read and no other flight. The order by aircraft shares the index of that field.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`SET LOCAL maintenance_work_mem = '256MB'`.execute(db);
  await sql`ALTER TABLE flight_sensors
    ADD latest_date timestamptz NOT NULL DEFAULT '-infinity',
    ADD project_manager text,
    ADD main_sensor text GENERATED ALWAYS AS (coalesce(sensor, secondary_sensor)) STORED`.execute(
    db,
  );
  // What is written anew is indexed once, afterwards.
  await sql`DROP INDEX flights_by_aircraft, flight_sensors_by_project`.execute(db);
  await sql`UPDATE flight_sensors s SET latest_date = f.latest_date,
      project_manager = (SELECT manager FROM projects p WHERE p.project_id = s.project_id)
    FROM flights f WHERE f.flight_id = s.flight_id`.execute(db);
  await createTriggers(db);
  for (const definition of [
    sql`flights_by_aircraft ON flights (aircraft, latest_date, flight_id)`,
    sql`flight_sensors_by_sensor ON flight_sensors (main_sensor, latest_date, flight_id)`,
    sql`flight_sensors_by_secondary ON flight_sensors (secondary_sensor, latest_date, flight_id)
      WHERE secondary_sensor IS NOT NULL`,
    sql`flight_sensors_by_project ON flight_sensors (project_id, latest_date, flight_id)`,
    sql`flight_sensors_by_manager ON flight_sensors (project_manager, latest_date, flight_id)`,
  ])
    await sql`CREATE INDEX ${definition}`.execute(db);
  await sql`ANALYZE flight_sensors`.execute(db);
}
