import { z } from "zod";
import { AIRCRAFT_TYPES } from "../aircraft-types.ts";
import { instantSchema } from "../instant.ts";

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

const numbers = <const N extends string>(names: readonly N[]) =>
  Object.fromEntries(names.map((each) => [each, z.number().nullable()])) as Record<
    N,
    z.ZodNullable<z.ZodNumber>
  >;

/** The one standard deviation of a lever arm that is used (document 3, section 9). */
export const LEVER_SD = "SD10cm";
const lidarValues = { ...numbers(LIDAR_PARAMETERS), PriGNSSLeverSD: z.literal(LEVER_SD) };
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
  ...numbers(IMAGERY_PARAMETERS),
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
  ...numbers(IMAGERY_PARAMETERS),
});
export type ImageryCalibration = z.infer<typeof imageryCalibrationSchema>;
