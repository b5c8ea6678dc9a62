import {
  type Calibration,
  type CalibrationForm,
  instrumentFileFaults,
  type InstrumentOwner,
  LIDAR_PARAMETERS,
  surveyDay,
} from "@swath/contract/calibrations";
import type { BodyInput } from "@swath/contract/endpoint";
import type { endpoints } from "@swath/contract/endpoints";
import { numbersOf, type ParameterEntries } from "../form/parameter-entries.ts";
import type { LoadedFiles } from "./read-instrument-files.ts";

export type LidarParameter = (typeof LIDAR_PARAMETERS)[number];
export type LidarEntries = ParameterEntries<LidarParameter>;
export type LidarBody = BodyInput<typeof endpoints.createCalibration>;

/** What instrument files are named after; undefined until all of it is chosen. */
export function ownerOf({ sensor, aircraft, survey }: LidarEntries): InstrumentOwner | undefined {
  if (sensor === null || aircraft === null || survey === null) return undefined;
  return { sensorName: sensor, aircraft, surveyDate: survey };
}

/** What is wrong with loaded files once what they are named after is another. */
export function fileFaults(
  files: LoadedFiles | undefined,
  owner: InstrumentOwner | undefined,
): readonly string[] {
  return files === undefined || owner === undefined ? [] : instrumentFileFaults(files.names, owner);
}

/** Whether the files that the record has count for a form: they are of its sensor, aircraft and day. */
export function keepsFiles(
  record: Calibration | undefined,
  owner: InstrumentOwner | undefined,
): boolean {
  return (
    record?.hasInstrumentFiles === true &&
    owner !== undefined &&
    record.SensorName === owner.sensorName &&
    record.Aircraft === owner.aircraft &&
    surveyDay(record.SurveyDate) === surveyDay(owner.surveyDate)
  );
}

/**
 * What a form saves; undefined until aircraft, sensor, the nine numbers, survey date, due date and the
 * three files are there (document 3, section 5).
 */
export function lidarBody(
  entries: LidarEntries,
  files: LoadedFiles | undefined,
  record: Calibration | undefined,
): LidarBody | undefined {
  const owner = ownerOf(entries);
  const numbers = numbersOf(LIDAR_PARAMETERS, entries);
  if (owner === undefined || numbers === undefined || entries.due === null) return undefined;
  if (fileFaults(files, owner).length > 0) return undefined;
  if (files === undefined && !keepsFiles(record, owner)) return undefined;
  return {
    SensorName: owner.sensorName,
    Aircraft: owner.aircraft,
    SurveyDate: owner.surveyDate,
    ScheduledExpiryDate: entries.due,
    ...numbers,
    FlightID: (record?.FlightID ?? null) as CalibrationForm["FlightID"],
    ...(files === undefined
      ? {}
      : {
          LMSInstrumentRES: files.RES,
          LMSInstrumentTBL: files.TBL,
          LMSInstrumentLCP: files.LCP,
          InstrumentFileNames: [...files.names],
        }),
  };
}
