import { sql, type Kysely } from "kysely";

/** The line of the list in which a sensor's uploads stand, by the sensor that it is named after. */
const SENSOR_LINE = sql`
CREATE FUNCTION sensor_line(of_flight text, of_sensor text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM flight_sensors
      WHERE flight_id = of_flight AND coalesce(sensor, secondary_sensor, '') = of_sensor) THEN of_sensor
    ELSE coalesce((SELECT coalesce(sensor, secondary_sensor, '') FROM flight_sensors
      WHERE flight_id = of_flight AND secondary_sensor = of_sensor
      ORDER BY position DESC LIMIT 1), of_sensor) END
$$`;

/** GNSS of a LiDAR sensor: shown-uploads/V1 to V3. */
const GNSS_SHOWN = sql`
CREATE FUNCTION is_lidar_gnss_shown(of_flight text, of_sensor text, begun boolean) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
DECLARE
  line text := sensor_line(of_flight, of_sensor);
  lidar text[] := ARRAY(SELECT status FROM uploads
    WHERE flight_id = of_flight AND type = 'LiDAR' AND sensor_line(flight_id, sensor_name) = line);
BEGIN
  IF cardinality(lidar) = 0 THEN RETURN true; END IF;
  IF NOT lidar <@ ARRAY['READY_FOR_UPLOAD', 'UPLOAD_INIT'] THEN RETURN false; END IF;
  RETURN begun OR (
    line ~* '^(DMC|Optech|P1|Phase One|Visionmap|(Leica )?Terrain Mapper|Galaxy Edge Plus - 999)'
    AND coalesce((SELECT dispatch_lidar FROM flight_sensors
      WHERE flight_id = of_flight AND coalesce(sensor, secondary_sensor, '') = line
      ORDER BY position LIMIT 1) IN ('Courier to Office', 'Hand Deliver'), false));
END $$`;

/** Whether the list of flights shows an upload, as isShownUpload of the contract decides. */
const SHOWN = sql`
CREATE FUNCTION is_upload_shown(upload uploads) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN upload.type = 'OptechGPS' THEN is_lidar_gnss_shown(upload.flight_id, upload.sensor_name,
      upload.status NOT IN ('READY_FOR_UPLOAD', 'UPLOAD_INIT'))
    WHEN upload.type IN ('LargeFormatImageryGPS', 'MediumFormatImageryGPS')
      THEN upload.sensor_name ~* '^(DMC|Visionmap)'
    ELSE true END
$$`;

/** As 0004 made it, but for uploads that the list does not show: no filter finds those. */
const REFRESH = sql`
CREATE OR REPLACE FUNCTION refresh_flight_facets(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
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
        SELECT u.flight_id, 'UploadStatus=' || u.status FROM uploads u
        WHERE u.flight_id = ANY (ids) AND is_upload_shown(u)
      ) AS single WHERE value IS NOT NULL
    ) AS both_forms GROUP BY flight_id
  ) AS found
  WHERE f.flight_id = found.flight_id AND f.facets IS DISTINCT FROM found.facets;
END $$`;

/** Only uploads that the list of flights shows are found by their status. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const each of [SENSOR_LINE, GNSS_SHOWN, SHOWN, REFRESH]) await each.execute(db);
  await sql`SELECT refresh_flight_facets(array_agg(DISTINCT flight_id)) FROM uploads
    WHERE type IN ('OptechGPS', 'LargeFormatImageryGPS', 'MediumFormatImageryGPS')`.execute(db);
}
