import { promisify } from "node:util";
import { type AsyncZippable, strToU8, zip } from "fflate";
import { AppError } from "@swath/contract/errors";
import { surveyDay } from "@swath/contract/calibrations";
import { unpackTable } from "./instrument-table.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** Thirty megabytes of text take a processor a second: in a thread of its own. */
const zipApart = promisify<AsyncZippable, Uint8Array>(zip);

/** A name without what a file system, or a header, takes for something else. */
const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9._ -]/g, "_");

/**
 * The instrument files of a record as a zip, and its name `{SensorName}_{Aircraft}_{DDMMYYYY}.zip`
 * (decision 16), the files by the names that they were uploaded with; CALIBRATION_NOT_FOUND, OBJECT_NOT_FOUND where the record has none.
 */
export async function instrumentZip(
  db: Db,
  id: string,
): Promise<{ readonly name: string; readonly zip: Uint8Array }> {
  const details = { calibrationId: id };
  const row = await db
    .selectFrom("calibrations")
    .select(["sensor_name", "aircraft", "survey_date", "instrument_files"])
    .where("kind", "=", "lidar")
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined)
    throw new AppError("CALIBRATION_NOT_FOUND", `there is no calibration ${id}`, details);
  if (row.instrument_files === null)
    throw new AppError("OBJECT_NOT_FOUND", "the record has no instrument files", details);
  const { RES, TBL, LCP, names } = row.instrument_files;
  const name = plain(
    `${row.sensor_name}_${row.aircraft}_${surveyDay(row.survey_date.toISOString())}`,
  );
  const table = await unpackTable(Buffer.from(TBL, "base64"));
  if (table === undefined)
    throw new AppError("OBJECT_NOT_FOUND", "the record's TBL file cannot be unpacked", details);
  const zipped = await zipApart({
    [names?.RES ?? `${name}.RES`]: strToU8(RES),
    [names?.TBL ?? `${name}.TBL`]: table,
    [names?.LCP ?? `${name}.LCP`]: strToU8(LCP),
  });
  return { name: `${name}.zip`, zip: zipped };
}
