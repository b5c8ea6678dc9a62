import { sql, type Kysely } from "kysely";

/**
 * Facets: `Field=value` for each value a flight is filtered by, and `has=Field` where it has any.
 * The flights are locked before anything is read, so that the last of several writers sees all.
 */
const REFRESH = sql`
CREATE FUNCTION refresh_flight_facets(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM flights WHERE flight_id = ANY (ids) ORDER BY flight_id FOR UPDATE;
  UPDATE flights f SET facets = found.facets
  FROM (
    SELECT flight_id, array_agg(DISTINCT facet ORDER BY facet) AS facets
    FROM (
      SELECT flight_id, unnest(ARRAY[value, 'has=' || split_part(value, '=', 1)]) AS facet
      FROM (
        SELECT flight_id, 'Aircraft=' || aircraft AS value FROM flights WHERE flight_id = ANY (ids)
        UNION ALL
        SELECT f.flight_id, 'AircraftType=' || a.type
        FROM flights f JOIN aircraft a ON a.name = f.aircraft WHERE f.flight_id = ANY (ids)
        UNION ALL
        SELECT flight_id, 'FlightType=' || unnest(types) FROM flights WHERE flight_id = ANY (ids)
        UNION ALL
        SELECT s.flight_id, v.value
        FROM flight_sensors s
        LEFT JOIN projects p ON p.project_id = s.project_id
        CROSS JOIN LATERAL (VALUES
          ('SensorID=' || s.sensor_id),
          ('Sensor=' || coalesce(s.sensor, s.secondary_sensor)),
          ('SecondarySensor=' || s.secondary_sensor),
          ('SensorType=' || s.type),
          ('ProjectID=' || s.project_id),
          ('ProjectManager=' || p.manager),
          ('DataDispatchMethodLiDAR=' || s.dispatch_lidar),
          ('DataDispatchMethodImagery=' || s.dispatch_imagery)
        ) AS v (value)
        WHERE s.flight_id = ANY (ids)
        UNION ALL
        SELECT flight_id, 'UploadStatus=' || status FROM uploads WHERE flight_id = ANY (ids)
      ) AS single WHERE value IS NOT NULL
    ) AS both_forms GROUP BY flight_id
  ) AS found
  WHERE f.flight_id = found.flight_id AND f.facets IS DISTINCT FROM found.facets;
END $$`;

const ON_STATUS = sql`
CREATE FUNCTION refresh_facets_of_upload() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_flight_facets(ARRAY[NEW.flight_id]);
  RETURN NULL;
END $$`;

/** Keeps what flights are filtered by beside the flight, in one indexed array. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await REFRESH.execute(db);
  await ON_STATUS.execute(db);
  await sql`CREATE TRIGGER uploads_refresh_facets AFTER UPDATE OF status ON uploads
    FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
    EXECUTE FUNCTION refresh_facets_of_upload()`.execute(db);
}
