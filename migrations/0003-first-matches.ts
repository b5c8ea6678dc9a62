import { sql, type Kysely } from "kysely";

/** Pages and totals are cut out of a list's first matches (decision 27); nothing reads kept counts any more. */
const NO_KEPT_COUNTS = `
DROP TRIGGER count_flights_on_insert ON flights;
DROP TRIGGER count_flights_on_update ON flights;
DROP TRIGGER count_flights_on_delete ON flights;
DROP TRIGGER count_flights_on_truncate ON flights;
DROP FUNCTION count_flights_on_insert, count_flights_on_update, count_flights_on_delete,
  count_flights_on_truncate, compact_flight_counts, rebuild_flight_counts, survey_days;
DROP TABLE flight_kind_counts, flight_kind_changes, flight_day_counts, flight_day_changes;

DROP TRIGGER count_processings_on_insert ON processings;
DROP TRIGGER count_processings_on_update ON processings;
DROP TRIGGER count_processings_on_delete ON processings;
DROP TRIGGER processings_tell_sets ON processings;
DROP FUNCTION count_processings_on_insert, count_processings_on_update,
  count_processings_on_delete, compact_processing_counts, tell_processing_sets_changed;
DROP TABLE processing_counts, processing_count_changes;
CREATE TRIGGER processings_tell AFTER INSERT OR UPDATE OR DELETE ON processings
  FOR EACH STATEMENT EXECUTE FUNCTION tell_processings_changed();
DROP INDEX processings_active;`;

/** The facets find flights by their sensors, projects and managers. */
const NO_ORDER_OF_SENSORS = `
DROP TRIGGER flight_sensors_set_order ON flight_sensors;
DROP TRIGGER flights_order_sensors ON flights;
DROP TRIGGER projects_order_sensors ON projects;
DROP FUNCTION set_sensor_order, order_sensors_of_flight, order_sensors_of_project;
DROP INDEX flight_sensors_by_sensor, flight_sensors_by_secondary, flight_sensors_by_manager;
ALTER TABLE flight_sensors DROP latest_date, DROP project_manager;
CREATE INDEX flight_sensors_of_a_project ON flight_sensors (project_id);`;

/** Whether a flight has a value of a field is a kind too; both orders that a list is read in include the kinds. */
const BITS_OF_PRESENCE = `
INSERT INTO facet_bits SELECT 'has=' || field, 43 + place FROM unnest(ARRAY[
  'SensorID', 'ProjectID', 'AircraftType', 'SensorType', 'ProjectManager', 'FlightType', 'UploadStatus',
  'DataDispatchMethodLiDAR', 'DataDispatchMethodImagery', 'Sensor', 'SecondarySensor'
]) WITH ORDINALITY AS listed (field, place);
DROP INDEX flights_by_aircraft;
UPDATE flights SET kinds = kinds_of(facets);
CREATE INDEX flights_by_aircraft ON flights (aircraft, latest_date, flight_id) INCLUDE (kinds);`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [NO_KEPT_COUNTS, NO_ORDER_OF_SENSORS, BITS_OF_PRESENCE])
    await sql.raw(statements).execute(db);
}
