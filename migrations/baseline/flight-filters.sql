-- The values by which flights are filtered, kept beside each flight (decision 8).

-- A bit for each facet that a great part of the flights may have: broad filters are walked and counted in
-- the index by date. The index of facets finds the facets without a bit.
CREATE TABLE facet_bits (
  facet text PRIMARY KEY,
  bit int2 NOT NULL UNIQUE CHECK (bit BETWEEN 0 AND 62)
);
INSERT INTO facet_bits SELECT facet, place - 1 FROM unnest(ARRAY[
  'AircraftType=FixedWing',
  'AircraftType=Rotary',
  'SensorType=LiDAR',
  'SensorType=MediumFormatImagery',
  'SensorType=LiDARandImagery',
  'SensorType=LargeFormatImagery',
  'FlightType=Test Flight - Calibration Flight.',
  'FlightType=Test Flight - Sensor Testing',
  'FlightType=Test Flight - Aircraft Testing',
  'FlightType=Test Flight - Pilot Training',
  'FlightType=Successful Capture',
  'DataDispatchMethodLiDAR=Not Applicable',
  'DataDispatchMethodLiDAR=Courier to Office',
  'DataDispatchMethodLiDAR=Upload',
  'DataDispatchMethodLiDAR=Hand Deliver',
  'DataDispatchMethodLiDAR=TBA',
  'DataDispatchMethodImagery=Not Applicable',
  'DataDispatchMethodImagery=Courier to Office',
  'DataDispatchMethodImagery=Upload',
  'DataDispatchMethodImagery=Hand Deliver',
  'DataDispatchMethodImagery=TBA',
  'UploadStatus=READY_FOR_UPLOAD',
  'UploadStatus=VALIDATING_SOURCE',
  'UploadStatus=VALIDATING_SOURCE_FAILED',
  'UploadStatus=UPLOAD_QUEUED',
  'UploadStatus=UPLOADING',
  'UploadStatus=UPLOAD_FAILED',
  'UploadStatus=UPLOAD_CANCELLED',
  'UploadStatus=UPDATE_CANCELLED',
  'UploadStatus=UPLOAD_PAUSED',
  'UploadStatus=UPLOAD_STALLED',
  'UploadStatus=UPLOAD_COMPLETE',
  'UploadStatus=VALIDATING_UPLOAD',
  'UploadStatus=VALIDATING_UPLOAD_FAILED',
  'UploadStatus=DATA_READY',
  'UploadStatus=LEGACY_SYSTEM',
  'UploadStatus=ARCHIVED',
  'UploadStatus=UPLOAD_INIT',
  'UploadStatus=GENERATING_METADATA_N_UPLOAD_TASK',
  'UploadStatus=GENERATING_METADATA_N_UPLOAD_TASK_FAILED',
  'UploadStatus=GENERATING_METADATA_N_CHECK_PROGRESS',
  'UploadStatus=GENERATING_METADATA_N_CHECK_PROGRESS_FAILED',
  'UploadStatus=CHECKING_CONCURRENT_UPLOAD',
  'UploadStatus=UPLOAD_INTEGRITY_CHECK'
]) WITH ORDINALITY AS listed (facet, place);

CREATE FUNCTION kinds_of(facets text[]) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(bit_or(1::bigint << bit), 0) FROM facet_bits WHERE facet = ANY (facets)
$$;
CREATE FUNCTION set_flight_kinds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.kinds := kinds_of(NEW.facets);
  RETURN NEW;
END $$;
CREATE TRIGGER flights_set_kinds BEFORE INSERT OR UPDATE OF facets ON flights
  FOR EACH ROW EXECUTE FUNCTION set_flight_kinds();

-- No filter finds an upload that the list of flights does not show. The next three functions decide it as
-- isShownUpload of the contract does (contract/L1 to L3); a test compares the two.

-- The line of the list that shows a sensor's uploads, by the sensor that it is named after.
CREATE FUNCTION sensor_line(of_flight text, of_sensor text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM flight_sensors
      WHERE flight_id = of_flight AND coalesce(sensor, secondary_sensor, '') = of_sensor) THEN of_sensor
    ELSE coalesce((SELECT coalesce(sensor, secondary_sensor, '') FROM flight_sensors
      WHERE flight_id = of_flight AND secondary_sensor = of_sensor
      ORDER BY position DESC LIMIT 1), of_sensor) END
$$;

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
END $$;

CREATE FUNCTION is_upload_shown(upload uploads) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN upload.type = 'OptechGPS' THEN is_lidar_gnss_shown(upload.flight_id, upload.sensor_name,
      upload.status NOT IN ('READY_FOR_UPLOAD', 'UPLOAD_INIT'))
    WHEN upload.type IN ('LargeFormatImageryGPS', 'MediumFormatImageryGPS')
      THEN upload.sensor_name ~* '^(DMC|Visionmap)'
    ELSE true END
$$;

-- Facets: `Field=value` for each value by which a flight is filtered, and `has=Field` where it has any.
-- The function locks the flights before it reads, so that the last of several writers sees all changes.
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
        SELECT u.flight_id, 'UploadStatus=' || u.status FROM uploads u
        WHERE u.flight_id = ANY (ids) AND is_upload_shown(u)
      ) AS single WHERE value IS NOT NULL
    ) AS both_forms GROUP BY flight_id
  ) AS found
  WHERE f.flight_id = found.flight_id AND f.facets IS DISTINCT FROM found.facets;
END $$;

CREATE FUNCTION refresh_facets_of_upload() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_flight_facets(ARRAY[NEW.flight_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER uploads_refresh_facets AFTER UPDATE OF status ON uploads
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION refresh_facets_of_upload();

-- Notifies every listening server, as a transaction is committed, that pages of flights may have changed:
-- the servers forget the pages that they remember.
CREATE FUNCTION tell_flights_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NOTIFY swath_flights;
  RETURN NULL;
END $$;
CREATE TRIGGER aircraft_tell AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON aircraft
  FOR EACH STATEMENT EXECUTE FUNCTION tell_flights_changed();
CREATE TRIGGER projects_tell AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON projects
  FOR EACH STATEMENT EXECUTE FUNCTION tell_flights_changed();
CREATE TRIGGER flights_tell AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON flights
  FOR EACH STATEMENT EXECUTE FUNCTION tell_flights_changed();
CREATE TRIGGER flight_sensors_tell AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON flight_sensors
  FOR EACH STATEMENT EXECUTE FUNCTION tell_flights_changed();
CREATE TRIGGER uploads_tell AFTER INSERT OR DELETE ON uploads
  FOR EACH STATEMENT EXECUTE FUNCTION tell_flights_changed();
-- The columns that a page of flights shows; a heartbeat changes none of them.
CREATE TRIGGER uploads_tell_shown AFTER UPDATE ON uploads FOR EACH ROW WHEN (
  ROW(OLD.status, OLD.subject, OLD.user_name, OLD.updated, OLD.is_update, OLD.locations)
    IS DISTINCT FROM
  ROW(NEW.status, NEW.subject, NEW.user_name, NEW.updated, NEW.is_update, NEW.locations))
  EXECUTE FUNCTION tell_flights_changed();
