import { randomBytes } from "node:crypto";
import {
  type CalibrationForm,
  IMAGERY_PARAMETERS,
  type ImageryForm,
  LIDAR_PARAMETERS,
} from "@swath/contract/calibrations";
import { hexId } from "@swath/contract/ids";
import type { Identity } from "@swath/contract/identity";
import { expireFormer } from "../../domain/calibrations/expire-former.ts";
import { type CallOrigin, recordEvent } from "../../platform/audit/record-event.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { instrumentFilesOf } from "./instrument-files.ts";
import { checkDay, checkEquipment, checkFiles, checkPlausible } from "./record-checks.ts";
import { audited, lockRecord, type Saved, write } from "./stored-record.ts";

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
