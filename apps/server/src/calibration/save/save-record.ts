import {
  type CalibrationForm,
  IMAGERY_PARAMETERS,
  type ImageryForm,
  implausibleValues,
  isImagerySensor,
  LIDAR_PARAMETERS,
  surveyDay,
} from "@swath/contract/calibrations";
import { AppError } from "@swath/contract/errors";
import type { Identity } from "@swath/contract/identity";
import { hexId } from "@swath/contract/ids";
import { sql } from "kysely";
import { randomBytes } from "node:crypto";
import type { CalibrationKind } from "../../domain/calibrations/calibrations.tables.ts";
import { expireFormer } from "../../domain/calibrations/calibration-in-force.ts";
import { type CallOrigin, recordEvent } from "../../platform/audit/record-event.ts";
import type { Db, Trx } from "../../platform/postgres/schema.ts";
import { instrumentFilesOf } from "./instrument-files.ts";
import { audited, lockRecord, type Saved, type StoredRecord, write } from "./stored-record.ts";

const EQUIPMENT: Readonly<Record<CalibrationKind, string>> = {
  lidar: "LiDAR",
  imagery: "MediumFormatImagery",
};

const invalid = (field: string, message: string): AppError =>
  new AppError("INVALID_REQUEST", message, { field });

/** Values beyond what is usual are saved once a person has confirmed each of them. */
function checkPlausible({ form, parameters }: Saved): void {
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
async function checkEquipment(trx: Trx, { kind, form }: Saved): Promise<void> {
  const { SensorName: sensor, Aircraft: aircraft } = form;
  const flown = await sql`SELECT FROM aircraft WHERE name = ${aircraft}
    FOR NO KEY UPDATE`.execute(trx);
  if (flown.rows.length === 0) throw invalid("Aircraft", `there is no aircraft ${aircraft}`);
  const { rows } = await sql<{ type: string }>`SELECT type FROM sensor_equipment
    WHERE name = ${sensor}`.execute(trx);
  const fits = rows[0]?.type === EQUIPMENT[kind] && (kind === "lidar" || isImagerySensor(sensor));
  if (!fits) throw invalid("SensorName", `${sensor} is not a sensor of this kind`);
}

/** Refuses what another record has already: there is one of a sensor, aircraft and survey date. */
async function checkDay(trx: Trx, { kind, form }: Saved, id: string): Promise<void> {
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
function checkFiles({ kind, form, files }: Saved, before: StoredRecord | null): void {
  if (kind === "imagery" || files !== undefined) return;
  const fit =
    before?.instrument_files &&
    before.sensor_name === form.SensorName &&
    before.aircraft === form.Aircraft &&
    surveyDay(before.survey_date.toISOString()) === surveyDay(form.SurveyDate);
  if (!fit) throw invalid("InstrumentFileNames", "Exactly 1 RES file is required.");
}

/** Who saves, and of which state of the record. */
export interface Saver {
  readonly identity: Identity;
  readonly from: CallOrigin;
  readonly updated?: string | undefined;
}

/** Adds a record, or completes the one of an identifier; answers its identifier. */
async function save(db: Db, saved: Saved, saver: Saver, known?: string): Promise<string> {
  const { kind, form } = saved;
  checkPlausible(saved);
  return db.transaction().execute(async (trx) => {
    const seen = saver.updated ?? form.Updated;
    const before = known === undefined ? null : await lockRecord(trx, kind, known, seen);
    await checkEquipment(trx, saved);
    const id = known ?? hexId(randomBytes(12));
    await checkDay(trx, saved, id);
    checkFiles(saved, before);
    const after = await write(trx, id, saved);
    await expireFormer(trx);
    await recordEvent(trx, {
      action: "calibration.saved",
      actor: saver.identity,
      from: saver.from,
      detail: {
        calibration: id,
        kind,
        sensor: after.sensor_name,
        aircraft: after.aircraft,
        before: before === null ? null : audited(before),
        after: audited(after),
      },
    });
    return id;
  });
}

const valuesOf = <N extends string>(
  form: Readonly<Record<N, number>>,
  names: readonly N[],
): Record<string, number> => Object.fromEntries(names.map((name) => [name, form[name]]));

/** Saves LiDAR parameters; INVALID_REQUEST, CALIBRATION_NOT_FOUND, INVALID_TRANSITION, RECORD_CHANGED. */
export async function saveLidar(
  db: Db,
  form: CalibrationForm,
  saver: Saver,
  known?: string,
): Promise<string> {
  const files = await instrumentFilesOf(form);
  const parameters = valuesOf(form, LIDAR_PARAMETERS);
  return save(db, { kind: "lidar", form, parameters, files }, saver, known);
}

/** Saves imagery parameters; as {@link saveLidar}. */
export async function saveImagery(
  db: Db,
  form: ImageryForm,
  saver: Saver,
  known?: string,
): Promise<string> {
  const parameters = valuesOf(form, IMAGERY_PARAMETERS);
  const saved = { kind: "imagery", form, parameters, files: undefined } as const;
  return save(db, saved, saver, known);
}
