import { AppError } from "@swath/contract/errors";
import type { Role } from "@swath/contract/identity";
import type { SensorLog } from "@swath/contract/processing";
import { sql } from "kysely";
import type { Processing } from "../../domain/processing/processing.tables.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { isVisible } from "../records/find-processing.ts";

/** The sensor log that a custom processing is of. */
export interface LogOfFlight {
  readonly flightId: string;
  readonly sensorId: string;
  /** Its first project unless named. */
  readonly projectId?: string | undefined;
}

const notFound = ({ flightId, sensorId }: LogOfFlight): AppError =>
  new AppError("FLIGHT_NOT_FOUND", `flight ${flightId} has no sensor log ${sensorId}`, {
    flightId,
  });

/**
 * The sensor log's own processing; FLIGHT_NOT_FOUND without one, or where the caller may not see its
 * dashboard (processing/A1). `locks`: of several who submit at once, each gets its number.
 */
export async function readLog(
  db: Db,
  log: LogOfFlight,
  roles: readonly Role[],
  locks = false,
): Promise<Processing> {
  const { flightId, sensorId, projectId } = log;
  const found = await db
    .selectFrom("processings")
    .selectAll()
    .where("flight_id", "=", flightId)
    .where("sensor_id", "=", sensorId)
    .where("custom_counter", "=", 0)
    .$if(projectId !== undefined, (query) => query.where("project_id", "=", projectId!))
    .orderBy("project_id")
    .limit(1)
    .$if(locks, (query) => query.forUpdate())
    .executeTakeFirst();
  if (found === undefined || !isVisible(found, roles)) throw notFound(log);
  return found;
}

/** Names of the sensors of a log, each once. */
export async function sensorsOfLog(db: Db, log: Processing): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`SELECT DISTINCT unnest(
      ARRAY[${log.sensor}, sensor, secondary_sensor]) AS name FROM flight_sensors
    WHERE flight_id = ${log.flight_id} AND sensor_id = ${log.sensor_id}`.execute(db);
  return rows.map(({ name }) => name).filter((name) => name !== null);
}

/** Names of the sensors of all logs of a flight that the caller may process. */
export async function sensorsOfFlight(
  db: Db,
  flightId: string,
  roles: readonly Role[],
): Promise<readonly string[]> {
  const logs = await db
    .selectFrom("processings")
    .selectAll()
    .where("flight_id", "=", flightId)
    .where("custom_counter", "=", 0)
    .execute();
  const names = logs.filter((log) => isVisible(log, roles)).map((log) => sensorsOfLog(db, log));
  return [...new Set((await Promise.all(names)).flat())];
}

interface Row {
  readonly sensor_id: string;
  readonly project_id: string | null;
  readonly sensor: string | null;
  readonly secondary_sensor: string | null;
  readonly type: string;
  readonly flight_type: string;
  readonly survey_start: Date | null;
  readonly survey_end: Date | null;
  readonly aircraft: string;
  readonly project_name: string | null;
  readonly project_status: string | null;
  readonly processing_template: string | null;
}

/** The sensor logs of a flight that the caller may process, each once for each of its projects. */
export async function sensorLogs(
  db: Db,
  { FlightID, SensorID }: { readonly FlightID: string; readonly SensorID?: string | undefined },
  roles: readonly Role[],
): Promise<SensorLog[]> {
  const areas = (["ip", "iptm"] as const).filter((area) => isVisible({ area }, roles));
  const { rows } = await sql<Row>`SELECT DISTINCT ON (s.sensor_id, s.project_id) s.sensor_id,
      s.project_id, s.sensor, s.secondary_sensor, s.type, s.flight_type, s.survey_start,
      s.survey_end, f.aircraft, p.name AS project_name, p.status AS project_status,
      p.processing_template
    FROM flight_sensors s JOIN flights f USING (flight_id) LEFT JOIN projects p USING (project_id)
    WHERE s.flight_id = ${FlightID} AND (${SensorID ?? null}::text IS NULL OR s.sensor_id = ${SensorID ?? null})
      AND EXISTS (SELECT FROM processings l WHERE l.flight_id = s.flight_id
        AND l.sensor_id = s.sensor_id AND l.area = ANY (${areas}))
    ORDER BY s.sensor_id, s.project_id, s.position`.execute(db);
  return rows.map((row) => ({
    SensorID: row.sensor_id,
    ProjectID: row.project_id,
    Sensor: row.sensor,
    SecondarySensor: row.secondary_sensor,
    Type: row.type,
    Status: row.flight_type,
    SurveyStart: row.survey_start?.toISOString() ?? null,
    SurveyEnd: row.survey_end?.toISOString() ?? null,
    Projects:
      row.project_id === null
        ? []
        : [
            {
              ProjectName: row.project_name ?? "",
              ProjectStatus: row.project_status ?? "",
              ProcessingTemplate: row.processing_template,
            },
          ],
    Flights: [{ FlightID, Aircraft: row.aircraft }],
  }));
}
