import { z } from "zod";

const nameSchema = z.string().max(100);
const number = z.number();

/** What `{input}` of the record `processing` holds: `processing.json`. */
export const processingFileSchema = z.strictObject({
  guid: z.string(),
  flightId: nameSchema,
  sensorId: nameSchema,
  sensor: nameSchema.nullable(),
  projectId: nameSchema.nullable(),
  aoiNo: z.int().nullable(),
  aircraft: nameSchema.nullable(),
  wheelsUp: z.iso.datetime().nullable(),
  wheelsDown: z.iso.datetime().nullable(),
  template: nameSchema.nullable(),
  /** The project's or the instruction's coordinate system, for what brings none of its own. */
  epsg: z.int().positive().nullable(),
  verticalDatum: z.string().max(100).nullable(),
  /** What custom processing chose of the GPS and range files; seconds of the GPS week. */
  custom: z
    .strictObject({
      gpsFiles: z.array(z.string()).optional(),
      gpsStartTime: number.optional(),
      gpsEndTime: number.optional(),
      rangeFiles: z.array(z.string()).optional(),
      eoOnly: z.boolean().default(false),
    })
    .nullable(),
});
export type ProcessingFile = z.infer<typeof processingFileSchema>;

/**
 * What `{input}` of the record `calibration` holds: `calibration.json`, fields as document 3,
 * section 3, names them; m and degrees. Frames and signs: docs/georeferencing.md.
 */
export const calibrationFileSchema = z.strictObject({
  lidar: z
    .strictObject({
      id: z.string(),
      SensorName: nameSchema,
      Aircraft: nameSchema,
      PriGNSSLeverX: number,
      PriGNSSLeverY: number,
      PriGNSSLeverZ: number,
      RefToIMULeverX: number,
      RefToIMULeverY: number,
      RefToIMULeverZ: number,
      RefToIMUMountingAnglX: number,
      RefToIMUMountingAnglY: number,
      RefToIMUMountingAnglZ: number,
      SurveyDate: z.iso.datetime(),
      LMSVersion: z.string().nullable(),
    })
    .nullable(),
  imagery: z
    .strictObject({
      id: z.string(),
      SensorName: nameSchema,
      Aircraft: nameSchema,
      CameraLeverArmX: number,
      CameraLeverArmY: number,
      CameraLeverArmZ: number,
      CameraBoresiteAngleTx: number,
      CameraBoresiteAngleTy: number,
      CameraBoresiteAngleTz: number,
      KappaCardinal: number,
      SurveyDate: z.iso.datetime(),
    })
    .nullable(),
});
export type CalibrationFile = z.infer<typeof calibrationFileSchema>;
