import { sql, type RawBuilder } from "kysely";
import type { Catalogue } from "@swath/contract/flights";
import type { Trx } from "../platform/postgres/schema.ts";
import type { ArchiveKind } from "../domain/archives/archives.tables.ts";
import { withAllowedDispatch, type CatalogueFlight } from "./sensor-families.ts";

type Writer = Trx;
const json = (rows: readonly unknown[]): RawBuilder<unknown> => sql`${JSON.stringify(rows)}::jsonb`;

export async function writeAircraft(trx: Writer, rows: Catalogue["aircraft"]): Promise<void> {
  await sql`INSERT INTO aircraft (name, type)
    SELECT r."Name", r."Type" FROM jsonb_to_recordset(${json(rows)}) AS r ("Name" text, "Type" text)
    ON CONFLICT (name) DO UPDATE SET type = excluded.type`.execute(trx);
}

export async function writeEquipment(
  trx: Writer,
  rows: Catalogue["sensorEquipment"],
): Promise<void> {
  await sql`INSERT INTO sensor_equipment (name, type, laser_serial_no, pos_serial_no)
    SELECT r."Name", r."Type", r."LaserSerialNo", r."POSSerialNo"
    FROM jsonb_to_recordset(${json(rows)})
      AS r ("Name" text, "Type" text, "LaserSerialNo" text, "POSSerialNo" text)
    ON CONFLICT (name) DO UPDATE SET type = excluded.type,
      laser_serial_no = excluded.laser_serial_no, pos_serial_no = excluded.pos_serial_no`.execute(
    trx,
  );
}

export async function writeProjects(trx: Writer, rows: Catalogue["projects"]): Promise<void> {
  await sql`INSERT INTO projects (project_id, name, manager, status, processing_template, client,
      epsg, vertical_datum)
    SELECT r."ProjectID", r."ProjectName", r."ProjectManager", r."ProjectStatus",
      r."ProcessingTemplate", r."Client", r."EPSG", r."VerticalDatum"
    FROM jsonb_to_recordset(${json(rows)}) AS r ("ProjectID" text, "ProjectName" text,
      "ProjectManager" text, "ProjectStatus" text, "ProcessingTemplate" text, "Client" text,
      "EPSG" integer, "VerticalDatum" text)
    ON CONFLICT (project_id) DO UPDATE SET name = excluded.name, manager = excluded.manager,
      status = excluded.status, processing_template = excluded.processing_template,
      client = excluded.client, epsg = coalesce(excluded.epsg, projects.epsg),
      vertical_datum = coalesce(excluded.vertical_datum, projects.vertical_datum)`.execute(trx);
}

const newestFirst = (dates: readonly string[]): string[] =>
  dates.toSorted((a, b) => Date.parse(b) - Date.parse(a));

/** An export that does not know what was archived here does not undo it. */
const ownArchive = (kind: ArchiveKind, otherwise: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce((SELECT 's3://' || a.bucket || '/' || a.prefix FROM archives a
    WHERE a.flight_id = excluded.flight_id AND a.kind = ${kind}), ${otherwise})`;

export async function writeFlights(
  trx: Writer,
  flights: readonly CatalogueFlight[],
): Promise<void> {
  const rows = flights.map((flight) => {
    const dates = newestFirst(flight.Date);
    return { ...flight, dates, latest: dates[0] ?? "-infinity", earliest: dates.at(-1) ?? null };
  });
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, wheels_up, wheels_down,
      aircraft, departure_timezone, document_major_version, types, archive_s3_path_lidar,
      archive_s3_path_imagery)
    SELECT r."FlightID", r.dates, r.latest,
      CASE WHEN r.earliest IS NULL THEN 'empty'::tstzrange
        ELSE tstzrange(r.earliest, r.latest, '[]') END,
      r."WheelsUp", r."WheelsDown", r."Aircraft", r."DepartureTimezone",
      r."DocumentMajorVersion", r."Type", r."archiveS3PathLiDAR", r."archiveS3PathImagery"
    FROM jsonb_to_recordset(${json(rows)}) AS r ("FlightID" text, dates timestamptz[],
      latest timestamptz, earliest timestamptz, "WheelsUp" timestamptz, "WheelsDown" timestamptz,
      "Aircraft" text, "DepartureTimezone" text, "DocumentMajorVersion" float8, "Type" text[],
      "archiveS3PathLiDAR" text, "archiveS3PathImagery" text)
    ORDER BY r."FlightID"
    ON CONFLICT (flight_id) DO UPDATE SET dates = excluded.dates,
      latest_date = excluded.latest_date, date_span = excluded.date_span,
      wheels_up = excluded.wheels_up, wheels_down = excluded.wheels_down,
      aircraft = excluded.aircraft, departure_timezone = excluded.departure_timezone,
      document_major_version = excluded.document_major_version, types = excluded.types,
      archive_s3_path_lidar = ${ownArchive("LiDAR", sql`excluded.archive_s3_path_lidar`)},
      archive_s3_path_imagery = ${ownArchive("Imagery", sql`excluded.archive_s3_path_imagery`)}`.execute(
    trx,
  );
}

/** Before the flights themselves are written: no log is then moved to a date and removed after. */
export async function removeSensors(trx: Writer, flightIds: readonly string[]): Promise<void> {
  await sql`DELETE FROM flight_sensors WHERE flight_id = ANY (${flightIds}::text[])`.execute(trx);
}

export async function writeSensors(
  trx: Writer,
  flights: readonly CatalogueFlight[],
): Promise<void> {
  const rows = flights.flatMap(({ FlightID, Sensors }) =>
    Sensors.map((sensor, position) => ({ FlightID, position, ...withAllowedDispatch(sensor) })),
  );
  await sql`INSERT INTO flight_sensors (flight_id, position, sensor, secondary_sensor, sensor_id,
      type, flight_type, project_id, survey_start, survey_end, dispatch_lidar, dispatch_imagery)
    SELECT r."FlightID", r.position, r."Sensor", r."SecondarySensor", r."SensorID", r."Type",
      r."Status", r."ProjectID", r."SurveyStart", r."SurveyEnd", r."DataDispatchMethodLiDAR",
      r."DataDispatchMethodImagery"
    FROM jsonb_to_recordset(${json(rows)}) AS r ("FlightID" text, position int2, "Sensor" text,
      "SecondarySensor" text, "SensorID" text, "Type" text, "Status" text, "ProjectID" text,
      "SurveyStart" timestamptz, "SurveyEnd" timestamptz, "DataDispatchMethodLiDAR" text,
      "DataDispatchMethodImagery" text)`.execute(trx);
}
