import { sql, type Selectable } from "kysely";
import {
  type Flight,
  type FlightHold,
  type FlightSensor,
  type FlightUpload,
  OLD_STORAGE_VERSION,
} from "@swath/contract/flights";
import { destinationPrefix, UPLOAD_TYPES } from "@swath/contract/uploads";
import { prepared } from "../platform/postgres/connection.ts";
import { isoOfJson, isoOrNullOfJson } from "../platform/postgres/json-date.ts";
import type { Database, Db } from "../platform/postgres/schema.ts";

/** A row as PostgreSQL writes it in JSON. */
type InJson<T> = {
  readonly [K in keyof T]: T[K] extends Date
    ? string
    : T[K] extends Date | null
      ? string | null
      : T[K];
};
type SensorRow = InJson<
  Omit<
    Selectable<Database["flight_sensors"]>,
    "flight_id" | "position" | "latest_date" | "main_sensor"
  >
> & {
  readonly project_name: string | null;
  readonly project_status: string | null;
  readonly processing_template: string | null;
  readonly client: string | null;
};
type UploadRow = InJson<
  Omit<
    Selectable<Database["uploads"]>,
    | "flight_id"
    | "fingerprint"
    | "holder"
    | "reason"
    | "lease_renewed"
    | "place"
    | "ready_at"
    | "ready_by"
  >
>;

/** A flight with its sensors and uploads as the database has them, for any caller. */
export interface StoredFlight extends InJson<
  Omit<Selectable<Database["flights"]>, "dates" | "latest_date" | "date_span" | "facets" | "kinds">
> {
  readonly dates: readonly string[];
  readonly aircraft_type: Flight["AircraftType"];
  readonly sensors: readonly SensorRow[];
  readonly uploads: readonly UploadRow[];
  /** Of its projects that are on hold. */
  readonly holds: readonly {
    readonly project_id: string;
    readonly reason: string;
    readonly since: string;
  }[];
}

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
    SurveyStart: isoOrNullOfJson(row.survey_start),
    SurveyEnd: isoOrNullOfJson(row.survey_end),
    DataDispatchMethodLiDAR: row.dispatch_lidar,
    DataDispatchMethodImagery: row.dispatch_imagery,
  };
}

/** Names of the buckets of the system before, which hold the data of version 1.4 documents. */
export interface OldBuckets {
  readonly lidar: string;
  readonly imagery: string;
}

type StoredUpload = Pick<FlightUpload, "Type" | "Status" | "Locations">;

/** Where an upload's data stands: where it was rebuilt, or where the system before had put it. */
export function locationsOf(
  upload: StoredUpload,
  flight: { FlightID: string; DocumentMajorVersion: number },
  old: OldBuckets,
): string[] {
  const moved = upload.Locations.length > 0 || flight.DocumentMajorVersion !== OLD_STORAGE_VERSION;
  const stored = upload.Status === "DATA_READY" || upload.Status === "ARCHIVED";
  if (moved || !stored) return upload.Locations;
  const bucket = upload.Type.includes("Imagery") ? old.imagery : old.lidar;
  const prefix = destinationPrefix({ flightId: flight.FlightID, uploadType: upload.Type });
  return [`s3://${bucket}/${prefix}`];
}

export interface FlightReader {
  /** Whose uploads are marked as own. */
  readonly subject: string;
  readonly oldBuckets: OldBuckets;
  /** Whether they may know why a project is on hold. */
  readonly seesHolds: boolean;
}

interface UploadReader extends FlightReader {
  readonly flight: Pick<Flight, "FlightID" | "DocumentMajorVersion">;
}

function uploadOf(row: UploadRow, { flight, subject, oldBuckets }: UploadReader): FlightUpload {
  const stored = { Type: row.type, Status: row.status, Locations: [...row.locations] };
  return {
    _id: row.id,
    Type: row.type,
    SensorName: row.sensor_name,
    Status: row.status,
    User: row.user_name,
    IsOwn: row.subject === subject,
    Updated: isoOfJson(row.updated),
    IsUpdate: row.is_update,
    Locations: locationsOf(stored, flight, oldBuckets),
  };
}

const inOrder = (a: UploadRow, b: UploadRow): number =>
  UPLOAD_TYPES.indexOf(a.type) - UPLOAD_TYPES.indexOf(b.type) ||
  a.sensor_name.localeCompare(b.sensor_name);

const holdOf = (
  { project_id, reason, since }: StoredFlight["holds"][number],
  { seesHolds }: FlightReader,
): FlightHold => ({
  ProjectID: project_id,
  Reason: seesHolds ? reason : null,
  Since: seesHolds ? isoOfJson(since) : null,
});

/** A flight as its reader sees it. */
export function flightOf(row: StoredFlight, reader: FlightReader): Flight {
  const flight = { FlightID: row.flight_id, DocumentMajorVersion: row.document_major_version };
  const uploadReader = { ...reader, flight };
  return {
    ...flight,
    Date: row.dates.map(isoOfJson),
    WheelsUp: isoOrNullOfJson(row.wheels_up),
    WheelsDown: isoOrNullOfJson(row.wheels_down),
    Aircraft: row.aircraft,
    AircraftType: row.aircraft_type,
    DepartureTimezone: row.departure_timezone,
    Type: row.types,
    Sensors: row.sensors.map(sensorOf),
    Uploads: row.uploads.toSorted(inOrder).map((upload) => uploadOf(upload, uploadReader)),
    archiveS3PathLiDAR: row.archive_s3_path_lidar,
    archiveS3PathImagery: row.archive_s3_path_imagery,
    ...(row.holds.length > 0 && { OnHold: row.holds.map((hold) => holdOf(hold, reader)) }),
  };
}

/**
 * Flights by their identifiers, in the order given; unknown ones are left out. They come as one
 * JSON text: row by row the driver would take longer over them than the database.
 */
export async function readFlights(
  db: Db,
  ids: readonly string[],
): Promise<readonly StoredFlight[]> {
  if (ids.length === 0) return [];
  const found = await sql<{ flights: readonly StoredFlight[] }>`
    ${prepared} SELECT coalesce(json_agg(flight ORDER BY place), '[]') AS flights
    FROM (
      SELECT page.place, f.flight_id, f.dates, f.wheels_up, f.wheels_down, f.aircraft,
        a.type AS aircraft_type, f.departure_timezone, f.document_major_version, f.types,
        f.archive_s3_path_lidar, f.archive_s3_path_imagery,
        (SELECT coalesce(json_agg(log ORDER BY log.position), '[]') FROM (
          SELECT s.position, s.sensor, s.secondary_sensor, s.sensor_id, s.type, s.flight_type,
            s.project_id, s.survey_start, s.survey_end, s.dispatch_lidar, s.dispatch_imagery,
            p.name AS project_name, p.manager AS project_manager, p.status AS project_status,
            p.processing_template, p.client
          FROM flight_sensors s LEFT JOIN projects p ON p.project_id = s.project_id
          WHERE s.flight_id = f.flight_id) AS log) AS sensors,
        (SELECT coalesce(json_agg(upload), '[]') FROM (
          SELECT u.id, u.type, u.sensor_name, u.status, u.subject, u.user_name, u.updated,
            u.is_update, u.locations
          FROM uploads u WHERE u.flight_id = f.flight_id) AS upload) AS uploads,
        (SELECT coalesce(json_agg(held ORDER BY held.since, held.project_id), '[]') FROM (
          SELECT h.project_id, h.reason, h.since FROM project_holds h
          WHERE h.lifted IS NULL AND h.project_id IN (
            SELECT s.project_id FROM flight_sensors s WHERE s.flight_id = f.flight_id)) AS held) AS holds
      FROM unnest(${ids}::text[]) WITH ORDINALITY AS page (flight_id, place)
      JOIN flights f ON f.flight_id = page.flight_id
      JOIN aircraft a ON a.name = f.aircraft) AS flight`.execute(db);
  return found.rows[0]!.flights;
}
