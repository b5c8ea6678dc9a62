import { type CalibrationFile, calibrationFileSchema } from "@swath/contract/processing";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Database, Db, Trx } from "../../platform/postgres/schema.ts";
import type { CalibrationKind } from "./calibrations.tables.ts";

/** calibration/K3 an active record expires where the next one of its sensor and aircraft begins. */
export async function expireFormer(trx: Trx): Promise<void> {
  await sql`UPDATE calibrations c SET expiry_date = next.begins FROM (
      SELECT id, lead(survey_date) OVER (PARTITION BY kind, sensor_name, aircraft
        ORDER BY survey_date) AS begins
      FROM calibrations WHERE is_active) AS next
    WHERE next.id = c.id AND (c.expiry_date IS NULL OR c.expiry_date > next.begins)`.execute(trx);
}

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

/** What K4 goes by, of a processing `p` with its flight `f` and its sensor's log `l`. */
export const OF_PROCESSING = {
  sensors: sql`ARRAY[l.sensor, l.secondary_sensor, p.sensor]`,
  aircraft: sql`f.aircraft`,
  date: sql`coalesce(f.wheels_up, f.latest_date)`,
};

/**
 * calibration/K5 jobs that read a calibration record and are resubmitted read the one that K4 chooses
 * then, of the kind that their processing began with; where none is in force the one it had stays.
 */
export async function renewCalibrations(db: Db, processingIds: readonly string[]): Promise<void> {
  if (processingIds.length === 0) return;
  await sql`UPDATE processings p SET calibration_id = now.id
    FROM (SELECT p.id AS processing, CASE k.kind WHEN 'imagery'
        THEN ${calibrationInForce("imagery", OF_PROCESSING)}
        ELSE ${calibrationInForce("lidar", OF_PROCESSING)} END AS id
      FROM processings p JOIN flights f USING (flight_id)
      JOIN calibrations k ON k.id = p.calibration_id
      LEFT JOIN flight_sensors l ON l.flight_id = p.flight_id AND l.sensor_id = p.sensor_id
      WHERE p.id = ANY (${processingIds}::text[])) AS now
    WHERE p.id = now.processing AND now.id <> p.calibration_id`.execute(db);
}

/** Gives a new processing the record of a kind that K4 chooses; where there is none it keeps what it has. */
export async function matchCalibration(
  db: Db,
  processingId: string,
  kind: CalibrationKind,
): Promise<void> {
  await sql`UPDATE processings p SET calibration_id = now.id
    FROM (SELECT ${calibrationInForce(kind, OF_PROCESSING)} AS id
      FROM processings p JOIN flights f USING (flight_id)
      LEFT JOIN flight_sensors l ON l.flight_id = p.flight_id AND l.sensor_id = p.sensor_id
      WHERE p.id = ${processingId} LIMIT 1) AS now
    WHERE p.id = ${processingId} AND now.id IS NOT NULL`.execute(db);
}

/**
 * `calibration.json` of a processing: the record that it was started with, and of the other kind the
 * one that K4 chooses for its flight; null for a kind without one, or whose numbers are not complete.
 * `renewed`: as a resubmission finds it (K5).
 */
export async function calibrationFile(
  db: Db,
  processingId: string,
  { renewed = false }: { readonly renewed?: boolean } = {},
): Promise<CalibrationFile> {
  const of = OF_PROCESSING;
  const { rows } = await sql<Calibration>`SELECT DISTINCT c.* FROM processings p
    JOIN flights f USING (flight_id)
    LEFT JOIN flight_sensors l ON l.flight_id = p.flight_id AND l.sensor_id = p.sensor_id
    JOIN calibrations c ON c.id = coalesce(
        (SELECT k.id FROM calibrations k
          WHERE NOT ${renewed} AND k.id = p.calibration_id AND k.kind = c.kind),
        CASE c.kind WHEN 'lidar' THEN ${calibrationInForce("lidar", of)}
          ELSE ${calibrationInForce("imagery", of)} END,
        (SELECT k.id FROM calibrations k WHERE k.id = p.calibration_id AND k.kind = c.kind))
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
