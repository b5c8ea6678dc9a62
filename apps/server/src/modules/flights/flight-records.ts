import type { Kysely, Selectable } from "kysely";
import type { Flight, FlightSensor, FlightUpload } from "@swath/contract/flights";
import { UPLOAD_TYPES } from "@swath/contract/upload-types";
import type { Database } from "../../platform/postgres/schema.ts";
import { locationsOf, type OldBuckets } from "./old-storage.ts";

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

async function readFlightRows(db: Kysely<Database>, ids: readonly string[]) {
  return db
    .selectFrom("flights")
    .innerJoin("aircraft", "aircraft.name", "flights.aircraft")
    .select([
      "flight_id",
      "dates",
      "wheels_up",
      "wheels_down",
      "aircraft",
      "aircraft.type as aircraft_type",
      "departure_timezone",
      "document_major_version",
      "types",
      "archive_s3_path_lidar",
      "archive_s3_path_imagery",
    ])
    .where("flight_id", "in", ids)
    .execute();
}

async function readSensorRows(db: Kysely<Database>, ids: readonly string[]) {
  return db
    .selectFrom("flight_sensors as s")
    .leftJoin("projects as p", "p.project_id", "s.project_id")
    .selectAll("s")
    .select([
      "p.name as project_name",
      "p.manager as project_manager",
      "p.status as project_status",
      "p.processing_template",
      "p.client",
    ])
    .where("s.flight_id", "in", ids)
    .orderBy("s.flight_id")
    .orderBy("s.position")
    .execute();
}

type FlightRow = Awaited<ReturnType<typeof readFlightRows>>[number];
type SensorRow = Awaited<ReturnType<typeof readSensorRows>>[number];
type UploadRow = Selectable<Database["uploads"]>;

function sensorOf(row: SensorRow): FlightSensor {
  return {
    Sensor: row.sensor,
    SecondarySensor: row.secondary_sensor,
    SensorID: row.sensor_id,
    Type: row.type,
    Status: row.flight_type,
    ProjectID: row.project_id,
    Project:
      row.project_id === null
        ? null
        : {
            ProjectID: row.project_id,
            ProjectName: row.project_name ?? "",
            ProjectManager: row.project_manager ?? "",
            ProjectStatus: row.project_status ?? "",
            ProcessingTemplate: row.processing_template,
            Client: row.client,
          },
    SurveyStart: iso(row.survey_start),
    SurveyEnd: iso(row.survey_end),
    DataDispatchMethodLiDAR: row.dispatch_lidar,
    DataDispatchMethodImagery: row.dispatch_imagery,
  };
}

function uploadOf(row: UploadRow, subject: string): FlightUpload {
  return {
    _id: row.id,
    Type: row.type,
    SensorName: row.sensor_name,
    Status: row.status,
    User: row.user_name,
    IsOwn: row.subject === subject,
    Updated: row.updated.toISOString(),
    IsUpdate: row.is_update,
    Locations: row.locations,
  };
}

function flightOf(
  row: FlightRow,
  sensors: FlightSensor[],
  uploads: FlightUpload[],
  old: OldBuckets,
): Flight {
  const flight = { FlightID: row.flight_id, DocumentMajorVersion: row.document_major_version };
  return {
    ...flight,
    Date: row.dates.map((date) => date.toISOString()),
    WheelsUp: iso(row.wheels_up),
    WheelsDown: iso(row.wheels_down),
    Aircraft: row.aircraft,
    AircraftType: row.aircraft_type,
    DepartureTimezone: row.departure_timezone,
    Type: row.types,
    Sensors: sensors,
    Uploads: uploads.map((upload) => ({ ...upload, Locations: locationsOf(upload, flight, old) })),
    archiveS3PathLiDAR: row.archive_s3_path_lidar,
    archiveS3PathImagery: row.archive_s3_path_imagery,
  };
}

const inOrder = (a: UploadRow, b: UploadRow): number =>
  UPLOAD_TYPES.indexOf(a.type) - UPLOAD_TYPES.indexOf(b.type) ||
  a.sensor_name.localeCompare(b.sensor_name);

export interface FlightReader {
  /** Whose uploads are marked as own. */
  readonly subject: string;
  readonly oldBuckets: OldBuckets;
}

/** Flights by their identifiers, in the order asked for; unknown ones are left out. */
export async function readFlights(
  db: Kysely<Database>,
  ids: readonly string[],
  { subject, oldBuckets }: FlightReader,
): Promise<Flight[]> {
  if (ids.length === 0) return [];
  const [flights, sensors, uploads] = await Promise.all([
    readFlightRows(db, ids),
    readSensorRows(db, ids),
    db.selectFrom("uploads").selectAll().where("flight_id", "in", ids).execute(),
  ]);
  const byId = new Map(flights.map((row) => [row.flight_id, row]));
  const sensorsBy = Map.groupBy(sensors, (row) => row.flight_id);
  const uploadsBy = Map.groupBy(uploads.toSorted(inOrder), (row) => row.flight_id);
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const own = (uploadsBy.get(id) ?? []).map((upload) => uploadOf(upload, subject));
    return [flightOf(row, (sensorsBy.get(id) ?? []).map(sensorOf), own, oldBuckets)];
  });
}
