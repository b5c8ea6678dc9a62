import { sql, type RawBuilder, type Selectable } from "kysely";
import { type CalibrationFile, calibrationFileSchema } from "@swath/contract/processing";
import type { Database, Db } from "../../platform/postgres/schema.ts";
import type { CalibrationKind } from "./calibrations.tables.ts";

type Calibration = Selectable<Database["calibrations"]>;

/** The identifier that K4 chooses (contract: `calibrationOf`), for expressions over a flight's row. */
export function calibrationInForce(
  kind: CalibrationKind,
  of: {
    readonly sensors: RawBuilder<unknown>;
    readonly aircraft: RawBuilder<unknown>;
    readonly date: RawBuilder<unknown>;
  },
): RawBuilder<string | null> {
  return sql<string | null>`(SELECT c.id FROM calibrations c
    WHERE c.kind = ${kind} AND c.is_active AND c.sensor_name = ANY (${of.sensors})
      AND c.aircraft = ${of.aircraft} AND c.survey_date <= ${of.date}
      AND (c.expiry_date IS NULL OR ${of.date} < c.expiry_date)
    ORDER BY c.survey_date DESC LIMIT 1)`;
}

const common = (row: Calibration) => ({
  id: row.id,
  SensorName: row.sensor_name,
  Aircraft: row.aircraft,
  ...row.parameters,
  SurveyDate: row.survey_date.toISOString(),
});

/**
 * `calibration.json` of a processing: the record that it was started with, and of the other kind the
 * one that K4 chooses for its flight; null for a kind without one, or whose numbers are not complete.
 */
export async function calibrationFile(db: Db, processingId: string): Promise<CalibrationFile> {
  const of = {
    sensors: sql`ARRAY[l.sensor, l.secondary_sensor, p.sensor]`,
    aircraft: sql`f.aircraft`,
    date: sql`coalesce(f.wheels_up, f.latest_date)`,
  };
  const { rows } = await sql<Calibration>`SELECT DISTINCT c.* FROM processings p
    JOIN flights f USING (flight_id)
    LEFT JOIN flight_sensors l ON l.flight_id = p.flight_id AND l.sensor_id = p.sensor_id
    JOIN calibrations c ON c.id = coalesce(
        (SELECT k.id FROM calibrations k WHERE k.id = p.calibration_id AND k.kind = c.kind),
        CASE c.kind WHEN 'lidar' THEN ${calibrationInForce("lidar", of)}
          ELSE ${calibrationInForce("imagery", of)} END)
    WHERE p.id = ${processingId}`.execute(db);
  const [lidar, imagery] = [rows.find(isOf("lidar")), rows.find(isOf("imagery"))];
  const { lidar: ofLidar, imagery: ofImagery } = calibrationFileSchema.shape;
  const readLidar = ofLidar.safeParse(
    lidar === undefined ? null : { ...common(lidar), LMSVersion: lidar.lms_version },
  );
  const readImagery = ofImagery.safeParse(imagery === undefined ? null : common(imagery));
  return { lidar: readLidar.data ?? null, imagery: readImagery.data ?? null };
}

const isOf =
  (kind: CalibrationKind) =>
  (row: Calibration): boolean =>
    row.kind === kind;
