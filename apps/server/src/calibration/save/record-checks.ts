import { sql } from "kysely";
import { implausibleValues, isImagerySensor, surveyDay } from "@swath/contract/calibrations";
import { AppError } from "@swath/contract/errors";
import type { CalibrationKind } from "../../domain/calibrations/calibrations.tables.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import type { Saved, StoredRecord } from "./stored-record.ts";

const EQUIPMENT: Readonly<Record<CalibrationKind, string>> = {
  lidar: "LiDAR",
  imagery: "MediumFormatImagery",
};

const invalid = (field: string, message: string): AppError =>
  new AppError("INVALID_REQUEST", message, { field });

/** Values beyond what is usual are saved once a person has confirmed each of them. */
export function checkPlausible({ form, parameters }: Saved): void {
  const implausible = implausibleValues(parameters).filter(
    ({ name }) => !form.Confirmed.includes(name),
  );
  if (implausible.length === 0) return;
  const message = implausible.map(({ text }) => text).join("; ");
  throw new AppError("INVALID_REQUEST", message, { implausible });
}

/**
 * Sensor and aircraft must be of the catalogue, and the sensor of the form's kind. Locks the aircraft:
 * its records are saved one after another, so that each sees which others begin after it (K3).
 */
export async function checkEquipment(trx: Trx, { kind, form }: Saved): Promise<void> {
  const { SensorName: sensor, Aircraft: aircraft } = form;
  const flown = await sql`SELECT FROM aircraft WHERE name = ${aircraft}
    FOR NO KEY UPDATE`.execute(trx);
  if (flown.rows.length === 0) throw invalid("Aircraft", `there is no aircraft ${aircraft}`);
  const { rows } = await sql<{ type: string }>`SELECT type FROM sensor_equipment
    WHERE name = ${sensor}`.execute(trx);
  const fits = rows[0]?.type === EQUIPMENT[kind] && (kind === "lidar" || isImagerySensor(sensor));
  if (!fits) throw invalid("SensorName", `${sensor} is no sensor of this kind`);
}

/** Refuses what another record has already: there is one of a sensor, aircraft and survey date. */
export async function checkDay(trx: Trx, { kind, form }: Saved, id: string): Promise<void> {
  const { rows } = await sql`SELECT FROM calibrations WHERE kind = ${kind} AND id <> ${id}
    AND sensor_name = ${form.SensorName} AND aircraft = ${form.Aircraft}
    AND survey_date = ${form.SurveyDate}`.execute(trx);
  if (rows.length === 0) return;
  throw invalid("SurveyDate", "there is a record of this sensor, aircraft and survey date already");
}

/**
 * Refuses LiDAR parameters without instrument files, in the words of document 3, section 5. Those that
 * the record has count where they were named after the same sensor, aircraft and day.
 */
export function checkFiles({ kind, form, files }: Saved, before: StoredRecord | null): void {
  if (kind === "imagery" || files !== undefined) return;
  const fit =
    before?.instrument_files &&
    before.sensor_name === form.SensorName &&
    before.aircraft === form.Aircraft &&
    surveyDay(before.survey_date.toISOString()) === surveyDay(form.SurveyDate);
  if (!fit) throw invalid("InstrumentFileNames", "Exactly 1 RES file is required.");
}
