import { sql } from "kysely";
import {
  type ImportedCalibration,
  type ImportedImageryCalibration,
  IMAGERY_PARAMETERS,
  LIDAR_PARAMETERS,
} from "@swath/contract/calibrations";
import type { Trx } from "../../platform/postgres/schema.ts";
import type { CalibrationKind } from "./calibrations.tables.ts";
import { expireFormer } from "./calibration-in-force.ts";

type Imported = ImportedCalibration | ImportedImageryCalibration;

function parametersOf(record: Imported, names: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = { ...record };
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

function filesOf(record: ImportedCalibration): object | null {
  const { LMSInstrumentRES: RES, LMSInstrumentTBL: TBL, LMSInstrumentLCP: LCP } = record;
  return RES === null || TBL === null || LCP === null ? null : { RES, TBL, LCP };
}

interface Row {
  readonly record: Imported;
  readonly parameters: Record<string, unknown>;
  readonly files: object | null;
  readonly version: string | null;
}

/** A record of the same kind, sensor, aircraft and survey date is replaced, and keeps its identifier. */
async function write(trx: Trx, kind: CalibrationKind, rows: readonly Row[]): Promise<void> {
  const listed = rows.map(({ record, ...rest }) => ({
    sensor: record.SensorName,
    aircraft: record.Aircraft,
    survey: record.SurveyDate,
    scheduled: record.ScheduledExpiryDate,
    expiry: record.ExpiryDate,
    active: record.IsActive,
    flight: record.FlightID,
    ...rest,
  }));
  await sql`INSERT INTO calibrations (id, kind, sensor_name, aircraft, parameters, instrument_files,
      survey_date, scheduled_expiry_date, expiry_date, is_active, lms_version, flight_id)
    SELECT left(replace(gen_random_uuid()::text, '-', ''), 24), ${kind}, r.sensor, r.aircraft,
      r.parameters, r.files, r.survey, r.scheduled, r.expiry, r.active, r.version, r.flight
    FROM jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) AS r (sensor text, aircraft text,
      parameters jsonb, files jsonb, survey timestamptz, scheduled timestamptz, expiry timestamptz,
      active boolean, version text, flight text)
    ON CONFLICT (kind, sensor_name, aircraft, survey_date) DO UPDATE SET
      parameters = excluded.parameters,
      instrument_files = coalesce(excluded.instrument_files, calibrations.instrument_files),
      scheduled_expiry_date = excluded.scheduled_expiry_date, expiry_date = excluded.expiry_date,
      is_active = excluded.is_active, lms_version = excluded.lms_version,
      flight_id = excluded.flight_id, updated = now()`.execute(trx);
}

/** Creates or replaces calibration records of the flight log's export; {@link expireFormer} follows. */
export async function importCalibrations(
  trx: Trx,
  lidar: readonly ImportedCalibration[],
  imagery: readonly ImportedImageryCalibration[],
): Promise<void> {
  if (lidar.length > 0)
    await write(
      trx,
      "lidar",
      lidar.map((record) => ({
        record,
        parameters: parametersOf(record, LIDAR_PARAMETERS),
        files: filesOf(record),
        version: record.LMSVersion,
      })),
    );
  if (imagery.length > 0)
    await write(
      trx,
      "imagery",
      imagery.map((record) => ({
        record,
        parameters: parametersOf(record, IMAGERY_PARAMETERS),
        files: null,
        version: null,
      })),
    );
  if (lidar.length + imagery.length > 0) await expireFormer(trx);
}
