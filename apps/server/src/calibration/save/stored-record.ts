import { createHash } from "node:crypto";
import { sql } from "kysely";
import {
  type CalibrationForm,
  type ImageryForm,
  INSTRUMENT_KINDS,
} from "@swath/contract/calibrations";
import { AppError } from "@swath/contract/errors";
import type {
  CalibrationKind,
  InstrumentFiles,
} from "../../domain/calibrations/calibrations.tables.ts";
import { currentLMSVersion } from "../../domain/settings/lms-version.ts";
import type { Trx } from "../../platform/postgres/schema.ts";

/** A form of either kind, as it is stored. */
export interface Saved {
  readonly kind: CalibrationKind;
  readonly form: CalibrationForm | ImageryForm;
  readonly parameters: Record<string, number>;
  /** Undefined: those that the record has. */
  readonly files: InstrumentFiles | undefined;
}

/** A record as it was before it is saved, and after. */
export interface StoredRecord {
  readonly id: string;
  readonly sensor_name: string;
  readonly aircraft: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly instrument_files: InstrumentFiles | null;
  readonly survey_date: Date;
  readonly scheduled_expiry_date: Date | null;
  readonly is_active: boolean;
  readonly lms_version: string | null;
  readonly updated: Date;
}

const COLUMNS = [
  "id",
  "sensor_name",
  "aircraft",
  "parameters",
  "instrument_files",
  "survey_date",
  "scheduled_expiry_date",
  "is_active",
  "lms_version",
  "updated",
] as const;

/** Locks the record that a form completes; `seen`: its `Updated` as the caller saw it. */
export async function lockRecord(
  trx: Trx,
  kind: CalibrationKind,
  id: string,
  seen: string | undefined,
): Promise<StoredRecord> {
  const row = await trx
    .selectFrom("calibrations")
    .select(COLUMNS)
    .where("kind", "=", kind)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  const details = { calibrationId: id };
  if (row === undefined)
    throw new AppError("CALIBRATION_NOT_FOUND", `there is no calibration ${id}`, details);
  // calibration/K7 what another person saved meanwhile is not overwritten.
  if (seen !== undefined && Date.parse(seen) !== row.updated.getTime())
    throw new AppError("RECORD_CHANGED", "another person changed it meanwhile", {
      ...details,
      updated: row.updated.toISOString(),
    });
  // calibration/K6 an active record is not edited (document 3, section 6).
  if (row.is_active)
    throw new AppError("INVALID_TRANSITION", "an active record is not edited", details);
  return row;
}

/** calibration/K3 an expiry goes where its record is moved out of it, or to another sensor or aircraft. */
const KEPT_EXPIRY = sql<Date | null>`CASE WHEN calibrations.sensor_name = excluded.sensor_name
  AND calibrations.aircraft = excluded.aircraft
  AND (calibrations.survey_date = excluded.survey_date
    OR excluded.survey_date < calibrations.expiry_date) THEN calibrations.expiry_date END`;

/** calibration/K2 saving makes it active, and of the LMS version that is current until it is saved. */
export async function write(trx: Trx, id: string, saved: Saved): Promise<StoredRecord> {
  const { kind, form, parameters, files } = saved;
  const version = kind === "lidar" ? await currentLMSVersion(trx, { locks: true }) : undefined;
  const { ScheduledExpiryDate: due } = form;
  const values = {
    kind,
    sensor_name: form.SensorName,
    aircraft: form.Aircraft,
    parameters: JSON.stringify(parameters),
    survey_date: new Date(form.SurveyDate),
    scheduled_expiry_date: due === undefined || due === null ? null : new Date(due),
    is_active: true,
    lms_version: version ?? null,
    flight_id: form.FlightID ?? null,
    ...(files === undefined ? {} : { instrument_files: JSON.stringify(files) }),
  };
  return trx
    .insertInto("calibrations")
    .values({ id, expiry_date: null, instrument_files: null, ...values })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({
        ...values,
        expiry_date: KEPT_EXPIRY,
        updated: sql<Date>`now()`,
      }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/** What of a record the audit log holds: its files by their SHA-256. */
export function audited(row: StoredRecord): Record<string, unknown> {
  const { parameters, instrument_files: files, ...rest } = row;
  const hashes =
    files === null ? [] : INSTRUMENT_KINDS.map((kind) => [kind, digest(files[kind])] as const);
  return { ...rest, ...parameters, ...Object.fromEntries(hashes) };
}
