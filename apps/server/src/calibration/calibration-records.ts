import { type RawBuilder, sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import {
  type Calibration,
  type CalibrationFilter,
  type CalibrationQuery,
  IMAGERY_PARAMETERS,
  type ImageryCalibration,
  LEVER_SD,
  LIDAR_PARAMETERS,
} from "@swath/contract/calibrations";
import type { CalibrationKind } from "../domain/calibrations/calibrations.tables.ts";
import { invalidFilter, parseDateRange, readFilterText } from "../domain/search/filter-values.ts";
import type { Db } from "../platform/postgres/schema.ts";

interface Row {
  readonly id: string;
  readonly sensor_name: string;
  readonly aircraft: string;
  readonly aircraft_type: Calibration["AircraftType"];
  readonly parameters: Record<string, number | null>;
  readonly has_files: boolean;
  readonly survey_date: Date;
  readonly scheduled_expiry_date: Date | null;
  readonly expiry_date: Date | null;
  readonly is_active: boolean;
  readonly lms_version: string | null;
  readonly flight_id: string | null;
  readonly updated: Date;
}

function numbersOf<const N extends string>(
  { parameters }: Row,
  names: readonly N[],
): Record<N, number | null> {
  const pairs = names.map((name) => [name, parameters[name] ?? null] as const);
  return Object.fromEntries(pairs) as Record<N, number | null>;
}

const commonOf = (row: Row) => ({
  _id: row.id,
  SensorName: row.sensor_name,
  Aircraft: row.aircraft,
  AircraftType: row.aircraft_type,
  SurveyDate: row.survey_date.toISOString(),
  ScheduledExpiryDate: row.scheduled_expiry_date?.toISOString() ?? null,
  ExpiryDate: row.expiry_date?.toISOString() ?? null,
  IsActive: row.is_active,
  FlightID: row.flight_id,
  Updated: row.updated.toISOString(),
});

export const lidarRecord = (row: Row): Calibration => ({
  ...commonOf(row),
  ...numbersOf(row, LIDAR_PARAMETERS),
  PriGNSSLeverSD: LEVER_SD,
  LMSVersion: row.lms_version,
  hasInstrumentFiles: row.has_files,
});

export const imageryRecord = (row: Row): ImageryCalibration => ({
  ...commonOf(row),
  ...numbersOf(row, IMAGERY_PARAMETERS),
});

const FIELDS = { Aircraft: "c.aircraft", AircraftType: "a.type", SensorName: "c.sensor_name" };

function ofField(field: keyof typeof FIELDS, text: string): RawBuilder<boolean> {
  const filter = readFilterText(field, text);
  if (filter.operator !== "any") throw invalidFilter(field, "takes $any and values");
  return sql<boolean>`${sql.ref(FIELDS[field])} = ANY (${filter.values}::text[])`;
}

/** As `calibrationStatus` of the contract has them. */
const OF_STATUS: Readonly<Record<CalibrationFilter, RawBuilder<boolean>>> = {
  Current: sql<boolean>`(c.is_active AND c.expiry_date IS NULL)`,
  Expired: sql<boolean>`c.expiry_date IS NOT NULL`,
  Invalid: sql<boolean>`NOT c.is_active`,
};

function conditionsOf(kind: CalibrationKind, query: CalibrationQuery): RawBuilder<unknown> {
  const conditions: RawBuilder<boolean>[] = [sql<boolean>`c.kind = ${kind}`];
  for (const field of ["Aircraft", "AircraftType", "SensorName"] as const) {
    const text = query[field];
    if (text !== undefined) conditions.push(ofField(field, text));
  }
  if (query.Status !== undefined) conditions.push(OF_STATUS[query.Status]);
  if (query.SurveyDate !== undefined) {
    const { start, end } = parseDateRange(query.SurveyDate);
    conditions.push(sql<boolean>`c.survey_date >= ${start} AND c.survey_date < ${end}`);
  }
  return sql.join(conditions, sql` AND `);
}

const COLUMNS = sql`c.id, c.sensor_name, c.aircraft, a.type AS aircraft_type, c.parameters,
  c.instrument_files IS NOT NULL AS has_files, c.survey_date, c.scheduled_expiry_date,
  c.expiry_date, c.is_active, c.lms_version, c.flight_id, c.updated`;
const TABLES = sql`calibrations c JOIN aircraft a ON a.name = c.aircraft`;

/** A page of the records of a kind, latest survey first, and how many there are. */
export async function listRecords(
  db: Db,
  kind: CalibrationKind,
  query: CalibrationQuery,
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
  const where = conditionsOf(kind, query);
  const { page, pageSize } = query;
  // A null limit is none.
  const limit = pageSize === -1 ? null : pageSize;
  const offset = limit === null ? 0 : (page - 1) * limit;
  const found = await sql<Row>`SELECT ${COLUMNS} FROM ${TABLES} WHERE ${where}
    ORDER BY c.survey_date DESC, c.id LIMIT ${limit}::bigint OFFSET ${offset}::bigint`.execute(db);
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM ${TABLES} WHERE ${where}`.execute(db);
  return { rows: found.rows, total: counted.rows[0]!.total };
}

/** One record of a kind; CALIBRATION_NOT_FOUND without. */
export async function readRecord(db: Db, kind: CalibrationKind, id: string): Promise<Row> {
  const { rows } = await sql<Row>`SELECT ${COLUMNS} FROM ${TABLES}
    WHERE c.kind = ${kind} AND c.id = ${id}`.execute(db);
  const [row] = rows;
  if (row !== undefined) return row;
  const details = { calibrationId: id };
  throw new AppError("CALIBRATION_NOT_FOUND", `there is no calibration ${id}`, details);
}
