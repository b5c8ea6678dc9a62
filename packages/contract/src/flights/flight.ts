import { z } from "zod";
import {
  importedCalibrationSchema,
  importedImageryCalibrationSchema,
} from "../calibrations/calibration.ts";
import { AIRCRAFT_TYPES } from "../ids/ids.ts";
import { flightIdSchema, projectIdSchema, sensorIdSchema } from "../ids/id-schemas.ts";
import { instantSchema } from "../instant.ts";
import { importedInstructionSchema } from "../instructions/instruction.ts";
import { UPLOAD_STATUSES } from "../uploads/upload-status.ts";
import { uploadTypeSchema } from "../uploads/upload-types.ts";

export const FLIGHT_TYPES = [
  "Test Flight - Calibration Flight.",
  "Test Flight - Sensor Testing",
  "Test Flight - Aircraft Testing",
  "Test Flight - Pilot Training",
  "Successful Capture",
] as const;
export const SENSOR_TYPES = [
  "LiDAR",
  "MediumFormatImagery",
  "LiDARandImagery",
  "LargeFormatImagery",
] as const;
export const DISPATCH_METHODS = [
  "Not Applicable",
  "Courier to Office",
  "Upload",
  "Hand Deliver",
  "TBA",
] as const;

/** Documents of this major version or lower count as legacy. */
export const LEGACY_DOCUMENT_VERSION = 3;
/** Data of documents of this version lies in the buckets of the system before. */
export const OLD_STORAGE_VERSION = 1.4;

const projectSchema = z.object({
  ProjectID: projectIdSchema,
  ProjectName: z.string(),
  ProjectManager: z.string(),
  ProjectStatus: z.string(),
  ProcessingTemplate: z.string().nullable(),
  Client: z.string().nullable(),
});

/** A project as the flight log's export brings it. */
const importedProjectSchema = projectSchema.extend({
  /** EPSG code of its products, and the datum of their heights; left out, what is known stays. */
  EPSG: z.int().positive().max(999_999).nullable().optional(),
  VerticalDatum: z.string().min(1).max(100).nullable().optional(),
});

const flightSensorSchema = z.object({
  Sensor: z.string().nullable(),
  SecondarySensor: z.string().nullable(),
  SensorID: sensorIdSchema,
  Type: z.enum(SENSOR_TYPES),
  /** The flight type of this sensor log. */
  Status: z.enum(FLIGHT_TYPES),
  ProjectID: projectIdSchema.nullable(),
  Project: projectSchema.nullable(),
  SurveyStart: instantSchema.nullable(),
  SurveyEnd: instantSchema.nullable(),
  DataDispatchMethodLiDAR: z.enum(DISPATCH_METHODS),
  DataDispatchMethodImagery: z.enum(DISPATCH_METHODS),
});
export type FlightSensor = z.infer<typeof flightSensorSchema>;

const flightUploadSchema = z.object({
  _id: z.string(),
  Type: uploadTypeSchema,
  SensorName: z.string(),
  Status: z.enum(UPLOAD_STATUSES),
  /** Name of the person who last moved it; null before anyone did. */
  User: z.string().nullable(),
  /** Whether that person is the caller. */
  IsOwn: z.boolean(),
  Updated: instantSchema,
  IsUpdate: z.boolean(),
  /** `s3://bucket/prefix` of the rebuilt data, one for each destination bucket; empty before. */
  Locations: z.array(z.string()),
});
export type FlightUpload = z.infer<typeof flightUploadSchema>;

/** A project of a flight that is on hold: nothing of the flight is removed while it is. */
const flightHoldSchema = z.object({
  ProjectID: z.string(),
  /** Why, and since when; null for those who may not hold projects. */
  Reason: z.string().nullable(),
  Since: instantSchema.nullable(),
});
export type FlightHold = z.infer<typeof flightHoldSchema>;

export const flightSchema = z.object({
  FlightID: flightIdSchema,
  /** Survey dates, latest first. */
  Date: z.array(instantSchema),
  WheelsUp: instantSchema.nullable(),
  WheelsDown: instantSchema.nullable(),
  Aircraft: z.string(),
  AircraftType: z.enum(AIRCRAFT_TYPES),
  DepartureTimezone: z.string(),
  DocumentMajorVersion: z.number(),
  Type: z.array(z.enum(FLIGHT_TYPES)),
  Sensors: z.array(flightSensorSchema),
  Uploads: z.array(flightUploadSchema),
  archiveS3PathLiDAR: z.string().nullable(),
  archiveS3PathImagery: z.string().nullable(),
  /** Its projects on hold; left out where none is. */
  OnHold: z.array(flightHoldSchema).optional(),
});
export type Flight = z.infer<typeof flightSchema>;

export const aircraftSchema = z.object({ Name: z.string(), Type: z.enum(AIRCRAFT_TYPES) });
export type Aircraft = z.infer<typeof aircraftSchema>;

export const sensorEquipmentSchema = z.object({
  /** Its last 3 characters are the sensor number. */
  Name: z.string(),
  Type: z.enum(["LiDAR", "MediumFormatImagery"]),
  LaserSerialNo: z.string().nullable(),
  POSSerialNo: z.string().nullable(),
});
export type SensorEquipment = z.infer<typeof sensorEquipmentSchema>;

/** The flight log's export, as `swath import` takes it. Uploads are made from the sensors' types. */
export const catalogueSchema = z.strictObject({
  aircraft: z.array(aircraftSchema),
  sensorEquipment: z.array(sensorEquipmentSchema),
  projects: z.array(importedProjectSchema),
  calibrations: z.array(importedCalibrationSchema).optional(),
  imageryCalibrations: z.array(importedImageryCalibrationSchema).optional(),
  instructions: z.array(importedInstructionSchema).optional(),
  flights: z.array(
    flightSchema
      .omit({ Uploads: true, Sensors: true, AircraftType: true, OnHold: true })
      .extend({ Sensors: z.array(flightSensorSchema.omit({ Project: true })) }),
  ),
});
export type Catalogue = z.infer<typeof catalogueSchema>;
