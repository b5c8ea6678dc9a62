import { sql } from "kysely";
import type { Role } from "@swath/contract/identity";
import type { SensorLog } from "@swath/contract/processing";
import type { Db } from "../../platform/postgres/schema.ts";
import { isVisible } from "../actions/job-of.ts";

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
