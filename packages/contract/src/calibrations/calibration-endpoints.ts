import { z } from "zod";
import { instantSchema } from "../instant.ts";
import { pageSchema, pageSizeSchema, seenSchema } from "../filters.ts";
import { endpoint } from "../endpoint.ts";
import { hexIdSchema } from "../ids/id-schemas.ts";
import { CALIBRATION_FILTERS, calibrationSchema, imageryCalibrationSchema } from "./calibration.ts";
import { instrumentDifferencesSchema } from "./instrument-files.ts";
import { calibrationFormSchema, imageryFormSchema, MAX_FORM_BYTES } from "./calibration-form.ts";

const operator = z.string().max(8_192).optional();
const query = z.strictObject({
  page: pageSchema,
  pageSize: pageSizeSchema.default(10),
  Aircraft: operator,
  AircraftType: operator,
  SensorName: operator,
  SurveyDate: z.string().max(64).optional(),
  Status: z.enum(CALIBRATION_FILTERS).optional(),
});
export type CalibrationQuery = z.infer<typeof query>;
const params = z.object({ calibrationId: hexIdSchema });

const reading = { services: ["processing"], permission: "readCalibrations" } as const;
const saving = { services: ["processing"], permission: "writeCalibrations" } as const;
/** Of one person: a form may hold some 50 MB. */
const FORMS_PER_MINUTE = 30;
/** Of one person: each reads some 60 MB. */
const COMPARISONS_PER_MINUTE = 30;

/** Most processings that are named; how many there are is counted. */
const MATCHING_NAMED = 50;
const matchingFlightsSchema = z.object({
  total: z.int().nonnegative(),
  named: z
    .array(
      z.object({
        processingId: z.string(),
        FlightID: z.string(),
        SensorID: z.string(),
        Date: z.iso.datetime(),
        /** The record that it has now; null without. */
        calibrationId: z.string().nullable(),
      }),
    )
    .max(MATCHING_NAMED),
});
export type MatchingFlights = z.infer<typeof matchingFlightsSchema>;

/** The calls of calibration parameters (document 3, section 7). */
export const calibrationEndpoints = {
  listCalibrations: endpoint("GET", "/calibration", {
    ...reading,
    summary: "A page of LiDAR parameters, latest survey first; x-total-count holds how many",
    query,
    reply: z.array(calibrationSchema),
  }),
  readCalibration: endpoint("GET", "/calibration/:calibrationId", {
    ...reading,
    summary: "One record of LiDAR parameters",
    params,
    reply: calibrationSchema,
  }),
  createCalibration: endpoint("POST", "/calibration", {
    ...saving,
    summary: "Adds a record of LiDAR parameters: it is active, and of the current LMS version",
    body: calibrationFormSchema,
    bodyLimit: MAX_FORM_BYTES,
    callsPerMinute: FORMS_PER_MINUTE,
    reply: z.object({ result: calibrationSchema }),
  }),
  updateCalibration: endpoint("PUT", "/calibration/:calibrationId", {
    ...saving,
    summary: "Completes a record of LiDAR parameters that is not active yet",
    params,
    query: seenSchema,
    body: calibrationFormSchema,
    bodyLimit: MAX_FORM_BYTES,
    callsPerMinute: FORMS_PER_MINUTE,
    reply: calibrationSchema,
  }),
  listMatchingFlights: endpoint("GET", "/calibration/matching", {
    ...reading,
    summary: "The processings that a record of these parameters would be chosen for",
    query: z.strictObject({
      kind: z.enum(["lidar", "imagery"]).default("lidar"),
      SensorName: z.string().min(1).max(100),
      Aircraft: z.string().min(1).max(100),
      SurveyDate: instantSchema,
      /** Of a record that has one already. */
      ExpiryDate: instantSchema.optional(),
    }),
    reply: matchingFlightsSchema,
  }),
  downloadInstrumentFiles: endpoint(
    "GET",
    "/calibration/:calibrationId/instrument_files/download",
    {
      ...reading,
      summary: "The instrument files of a record as a zip; x-name holds its file name",
      params,
      file: "application/zip",
    },
  ),
  compareInstrumentFiles: endpoint("GET", "/calibration/instrument_files/differences", {
    ...reading,
    summary: "The instrument files of two records: names, sizes, checksums, and lines that differ",
    query: z.strictObject({ first: hexIdSchema, second: hexIdSchema }),
    callsPerMinute: COMPARISONS_PER_MINUTE,
    reply: instrumentDifferencesSchema,
  }),
  createImageryCalibration: endpoint("POST", "/imagery-calibration", {
    ...saving,
    summary: "Adds a record of imagery parameters",
    body: imageryFormSchema,
    reply: z.object({ result: imageryCalibrationSchema }),
  }),
  updateImageryCalibration: endpoint("PUT", "/imagery-calibration/:calibrationId", {
    ...saving,
    summary: "Completes a record of imagery parameters that is not active yet",
    params,
    query: seenSchema,
    body: imageryFormSchema,
    reply: imageryCalibrationSchema,
  }),
  listImageryCalibrations: endpoint("GET", "/imagery-calibration", {
    ...reading,
    summary: "A page of imagery parameters, latest survey first; x-total-count holds how many",
    query,
    reply: z.array(imageryCalibrationSchema),
  }),
  readImageryCalibration: endpoint("GET", "/imagery-calibration/:calibrationId", {
    ...reading,
    summary: "One record of imagery parameters",
    params,
    reply: imageryCalibrationSchema,
  }),
} as const;
