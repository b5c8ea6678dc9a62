import { sql } from "kysely";
import type { MatchingFlights } from "@swath/contract/calibrations";
import { may, type Role } from "@swath/contract/identity";
import { calibrationInForce, OF_PROCESSING } from "../domain/calibrations/calibration-in-force.ts";
import type { CalibrationKind } from "../domain/calibrations/calibrations.tables.ts";
import type { Db } from "../platform/postgres/schema.ts";

const MOST_NAMED = 50;

interface Parameters {
  readonly kind: CalibrationKind;
  readonly SensorName: string;
  readonly Aircraft: string;
  readonly SurveyDate: string;
  readonly ExpiryDate?: string | undefined;
}

interface Row {
  readonly total: number;
  readonly id: string;
  readonly flight_id: string;
  readonly sensor_id: string;
  readonly survey_date: Date;
  readonly calibration_id: string | null;
}

/**
 * The processings for which K4 would choose an active record of these parameters: of its sensor and
 * aircraft, flown from its survey date on, before the next active record's (K3) and its own expiry,
 * where no record of another sensor of the same log is newer; latest first.
 */
export async function matchingFlights(
  db: Db,
  { kind, SensorName: sensor, Aircraft: aircraft, SurveyDate: from, ExpiryDate: to }: Parameters,
  roles: readonly Role[],
): Promise<MatchingFlights> {
  const { sensors, date } = OF_PROCESSING;
  const areas = may(roles, "readTerrainMapper") ? ["ip", "iptm"] : ["ip"];
  const { rows } = await sql<Row>`SELECT count(*) OVER () AS total, p.id, p.flight_id, p.sensor_id,
      p.survey_date, p.calibration_id
    FROM processings p JOIN flights f USING (flight_id)
    LEFT JOIN flight_sensors l ON l.flight_id = p.flight_id AND l.sensor_id = p.sensor_id
    WHERE p.aircraft = ${aircraft} AND p.area = ANY (${areas}::text[])
      AND ${sensor} = ANY (${sensors}) AND ${date} >= ${from}
      AND ${date} < least(${to ?? "infinity"}::timestamptz, (SELECT min(c.survey_date)
        FROM calibrations c WHERE c.kind = ${kind} AND c.is_active AND c.sensor_name = ${sensor}
          AND c.aircraft = ${aircraft} AND c.survey_date > ${from}))
      AND NOT EXISTS (SELECT FROM calibrations newer WHERE newer.survey_date > ${from}
        AND newer.id = ${calibrationInForce(kind, OF_PROCESSING)})
    ORDER BY p.survey_date DESC, p.id LIMIT ${MOST_NAMED}`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    named: rows.map((row) => ({
      processingId: row.id,
      FlightID: row.flight_id,
      SensorID: row.sensor_id,
      Date: row.survey_date.toISOString(),
      calibrationId: row.calibration_id,
    })),
  };
}
