import { z } from "zod";
import { sensorIdSchema } from "../../ids.ts";

/** Seconds of a GPS week. */
const WEEK_SECONDS = 604_800;
/** GPS files end in a number of three digits, by which they follow one another. */
export const GPS_FILE = /\.(\d{3})$/;
export const RANGE_FILE = /\.range$/i;

const fileName = z.string().min(1).max(255);
const second = z.number().min(0).max(WEEK_SECONDS);
const template = z.string().min(1).max(100);

/** Whether the numbers of GPS files have no gap. */
function areContiguous(names: readonly string[]): boolean {
  const numbers = names.map((name) => Number(GPS_FILE.exec(name)?.[1])).toSorted((a, b) => a - b);
  return numbers.every((number, index) => index === 0 || number === numbers[index - 1]! + 1);
}

const gpsSchema = z
  .strictObject({
    gpsFiles: z
      .array(fileName.regex(GPS_FILE, "is no GPS file"))
      .min(1)
      .max(1_000)
      .refine(
        areContiguous,
        "NOTE: Some non-contiguous files are selected, there must be no gaps in the selected files",
      ),
    gpsStartTime: second.optional(),
    gpsEndTime: second.optional(),
    sensorId: sensorIdSchema.optional(),
    EOOnly: z.boolean().optional(),
  })
  .refine(
    ({ gpsStartTime, gpsEndTime }) =>
      gpsStartTime === undefined || gpsEndTime === undefined || gpsStartTime < gpsEndTime,
    "Start time must be < End time",
  );

/** The body of `submit_custom` (document 3, sections 2.7, 5 and 7). */
export const customProcessingSchema = z
  .strictObject({
    sensorId: sensorIdSchema,
    sensorName: z.string().min(1).max(200),
    processingTemplate: template,
    gps: gpsSchema.optional(),
    lms: z.array(fileName.regex(RANGE_FILE, "is no range file")).min(1).max(10_000).optional(),
    EOOnly: z.boolean().optional(),
  })
  .refine(
    ({ gps, lms, EOOnly }) => gps !== undefined || lms !== undefined || EOOnly === true,
    "nothing custom is chosen",
  )
  .refine(({ lms, EOOnly }) => EOOnly !== true || lms === undefined, "EO takes no range files");
export type CustomProcessing = z.infer<typeof customProcessingSchema>;

/** Of a template, what exterior orientation alone is processed by: the part before the first hyphen. */
export const eoTemplate = (name: string): string => name.split("-", 1)[0]!;

/** A sensor log as custom processing looks it up (document 3, section 3). */
export const sensorLogSchema = z.object({
  SensorID: z.string(),
  ProjectID: z.string().nullable(),
  Sensor: z.string().nullable(),
  SecondarySensor: z.string().nullable(),
  Type: z.string(),
  Status: z.string(),
  SurveyStart: z.iso.datetime().nullable(),
  SurveyEnd: z.iso.datetime().nullable(),
  Projects: z.array(
    z.object({
      ProjectName: z.string(),
      ProjectStatus: z.string(),
      ProcessingTemplate: z.string().nullable(),
    }),
  ),
  Flights: z.array(z.object({ FlightID: z.string(), Aircraft: z.string() })),
});
export type SensorLog = z.infer<typeof sensorLogSchema>;
