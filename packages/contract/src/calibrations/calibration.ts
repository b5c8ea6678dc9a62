import { z } from "zod";
import { AIRCRAFT_TYPES } from "../ids/ids.ts";
import { instantSchema } from "../instant.ts";
import { type FilterTexts, type IsValue, isFilterName, listFilters, oneOf } from "../filters.ts";

type Validity = Pick<Calibration, "IsActive" | "ExpiryDate">;

/** What the list's status filter chooses by. */
export const CALIBRATION_FILTERS = ["Current", "Expired", "Invalid"] as const;
export type CalibrationFilter = (typeof CALIBRATION_FILTERS)[number];

interface CalibrationStatus {
  /** Document 3, section 4.3. */
  readonly text: string;
  readonly filters: readonly CalibrationFilter[];
  /** Active records are not edited. */
  readonly editable: boolean;
}

/** The status of a record by whether it is active, and has expired (document 3, section 4.3). */
export function calibrationStatus({ IsActive, ExpiryDate }: Validity): CalibrationStatus {
  if (IsActive)
    return ExpiryDate === null
      ? { text: "Valid and current", filters: ["Current"], editable: false }
      : { text: "Valid and expired", filters: ["Expired"], editable: false };
  return ExpiryDate === null
    ? { text: "Missing parameters", filters: ["Invalid"], editable: true }
    : {
        text: "Missing parameters and expired",
        filters: ["Expired", "Invalid"],
        editable: true,
      };
}

/** calibration/K1 whether it is due again at an instant, or was before. */
export function isDue(
  { ScheduledExpiryDate }: Pick<Calibration, "ScheduledExpiryDate">,
  now: Date,
): boolean {
  return ScheduledExpiryDate !== null && Date.parse(ScheduledExpiryDate) <= now.getTime();
}

/** A record that K4 may choose, whatever kind it is of. */
export type ChosenCalibration = Pick<
  Calibration,
  "SensorName" | "Aircraft" | "SurveyDate" | "ExpiryDate" | "IsActive"
>;

/**
 * calibration/K4 the record of a sensor in an aircraft that was in force at a flight: active, from
 * its survey date on and before its expiry, the newest of several; undefined without one.
 */
export function calibrationOf<C extends ChosenCalibration>(
  records: readonly C[],
  flight: { readonly sensor: string; readonly aircraft: string; readonly date: Date },
): C | undefined {
  const at = flight.date.getTime();
  const inForce = records.filter(
    ({ SensorName, Aircraft, SurveyDate, ExpiryDate, IsActive }) =>
      IsActive &&
      SensorName === flight.sensor &&
      Aircraft === flight.aircraft &&
      Date.parse(SurveyDate) <= at &&
      (ExpiryDate === null || at < Date.parse(ExpiryDate)),
  );
  return inForce.toSorted((a, b) => Date.parse(b.SurveyDate) - Date.parse(a.SurveyDate))[0];
}

const name = z.string().min(1).max(100);
/** Most characters of one instrument file, as it is kept. */
const MAX_FILE = 28_000_000;
const file = z.string().min(1).max(MAX_FILE).nullable();

const common = {
  SensorName: name,
  Aircraft: name,
  SurveyDate: instantSchema,
  /** When the calibration is due again. */
  ScheduledExpiryDate: instantSchema.nullable(),
  /** From when on another record is in force; null for the current one. */
  ExpiryDate: instantSchema.nullable(),
  IsActive: z.boolean(),
  FlightID: z.string().max(20).nullable(),
};

/** Lever arms in metres, mounting angles in degrees (docs/georeferencing.md). */
export const LIDAR_PARAMETERS = [
  "PriGNSSLeverX",
  "PriGNSSLeverY",
  "PriGNSSLeverZ",
  "RefToIMULeverX",
  "RefToIMULeverY",
  "RefToIMULeverZ",
  "RefToIMUMountingAnglX",
  "RefToIMUMountingAnglY",
  "RefToIMUMountingAnglZ",
] as const;
/** Lever arm in metres, angles in degrees. */
export const IMAGERY_PARAMETERS = [
  "CameraLeverArmX",
  "CameraLeverArmY",
  "CameraLeverArmZ",
  "CameraBoresiteAngleTx",
  "CameraBoresiteAngleTy",
  "CameraBoresiteAngleTz",
  "KappaCardinal",
] as const;

/** A schema of each parameter. */
export const parameters = <const N extends string, S extends z.ZodType>(
  names: readonly N[],
  schemaOf: (name: N) => S,
) => Object.fromEntries(names.map((each) => [each, schemaOf(each)])) as Record<N, S>;

const number = () => z.number().nullable();

/** The one standard deviation of a lever arm that is used (document 3, section 9). */
export const LEVER_SD = "SD10cm";
const lidarValues = {
  ...parameters(LIDAR_PARAMETERS, number),
  PriGNSSLeverSD: z.literal(LEVER_SD),
};
/** Contents of the instrument files; TBL gzipped, in base64. */
const instrumentFiles = {
  LMSInstrumentRES: file,
  LMSInstrumentTBL: file,
  LMSInstrumentLCP: file,
};

/** Calibration parameters as the flight log's export brings them. */
export const importedCalibrationSchema = z.strictObject({
  ...common,
  ...lidarValues,
  ...instrumentFiles,
  LMSVersion: z.string().max(20).nullable(),
});
export const importedImageryCalibrationSchema = z.strictObject({
  ...common,
  ...parameters(IMAGERY_PARAMETERS, number),
});
export type ImportedCalibration = z.infer<typeof importedCalibrationSchema>;
export type ImportedImageryCalibration = z.infer<typeof importedImageryCalibrationSchema>;

const kept = {
  _id: z.string(),
  AircraftType: z.enum(AIRCRAFT_TYPES),
  Updated: z.iso.datetime(),
};

/** A record of calibration parameters of a LiDAR sensor (document 3, section 3), without its files. */
export const calibrationSchema = z.object({
  ...kept,
  ...common,
  ...lidarValues,
  LMSVersion: z.string().nullable(),
  /** Whether its instrument files are there: one each of RES, TBL and LCP. */
  hasInstrumentFiles: z.boolean(),
});
export type Calibration = z.infer<typeof calibrationSchema>;

export const imageryCalibrationSchema = z.object({
  ...kept,
  ...common,
  ...parameters(IMAGERY_PARAMETERS, number),
});
export type ImageryCalibration = z.infer<typeof imageryCalibrationSchema>;

const VALUES = {
  Aircraft: isFilterName,
  AircraftType: oneOf(AIRCRAFT_TYPES),
  SensorName: isFilterName,
} as const satisfies Record<string, IsValue>;
export type CalibrationField = keyof typeof VALUES;

/** What a person filters calibration records by, besides their status (document 3, section 2.3). */
export const calibrationFields = listFilters<CalibrationField>(VALUES, []);

/** The filters of an address; `Date` is a range of survey dates. */
export type CalibrationFilters = FilterTexts<CalibrationField> & {
  readonly Status?: CalibrationFilter;
};

/** Reads an address; unknown and malformed filters are left out. */
export function readCalibrationFilters(
  search: Readonly<Record<string, unknown>>,
): CalibrationFilters {
  const Status = CALIBRATION_FILTERS.find((each) => each === search["Status"]);
  return { ...calibrationFields.read(search), ...(Status === undefined ? {} : { Status }) };
}
