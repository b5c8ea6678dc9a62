import { z } from "zod";
import { projectIdSchema, sensorIdSchema } from "../../ids.ts";
import { JOB_AREAS } from "../job-status.ts";
import { preflightSchema } from "../preflight.ts";
import {
  areContiguous,
  GPS_FILE,
  MESSAGES,
  RANGE_FILE,
  timeFaults,
  WEEK_SECONDS,
} from "./custom-rules.ts";

const MOST_GPS_FILES = 1_000;
const MOST_RANGE_FILES = 10_000;
const fileName = z.string().min(1).max(255);
const second = z.number().min(0).max(WEEK_SECONDS);
const template = z.string().min(1).max(100);

const gpsSchema = z
  .strictObject({
    gpsFiles: z
      .array(fileName.regex(GPS_FILE, "is no GPS file"))
      .min(1, MESSAGES.noGPSFile)
      .max(MOST_GPS_FILES)
      .refine(areContiguous, MESSAGES.gap),
    gpsStartTime: second.optional(),
    gpsEndTime: second.optional(),
    /** Of the same log, where it is given. */
    sensorId: sensorIdSchema.optional(),
    EOOnly: z.boolean().optional(),
  })
  .superRefine(({ gpsStartTime, gpsEndTime }, context) => {
    const { start, end } = timeFaults(gpsStartTime, gpsEndTime);
    const add = (path: string, message: string | undefined) =>
      message === undefined
        ? undefined
        : context.addIssue({ code: "custom", path: [path], message });
    add("gpsStartTime", start);
    add("gpsEndTime", end);
  });

/** The body of `submit_custom` (document 3, section 7). */
export const customProcessingSchema = z
  .strictObject({
    sensorId: sensorIdSchema,
    sensorName: z.string().min(1).max(200),
    processingTemplate: template,
    /** Of the log's projects; its first one unless named. */
    projectId: projectIdSchema.optional(),
    /** What is sent again with its key makes no second processing. */
    requestKey: z
      .string()
      .regex(/^[0-9a-f]{24}$/, "must be 24 hex digits")
      .optional(),
    gps: gpsSchema.optional(),
    lms: z
      .array(fileName.regex(RANGE_FILE, "is no range file"))
      .min(1, MESSAGES.noRangeFile)
      .max(MOST_RANGE_FILES)
      .optional(),
    EOOnly: z.boolean().optional(),
  })
  .refine(({ gps, lms, EOOnly }) => gps !== undefined || lms !== undefined || EOOnly === true, {
    error: MESSAGES.nothing,
  })
  .refine((body) => !isEOOnly(body) || body.lms === undefined, { error: MESSAGES.rangeOfEO })
  .refine(({ gps, sensorId }) => gps?.sensorId === undefined || gps.sensorId === sensorId, {
    error: "the GPS files are of another sensor log",
  });
export type CustomProcessing = z.infer<typeof customProcessingSchema>;

/** Whether exterior orientation alone is asked for: document 3 has the flag in two places. */
export const isEOOnly = (body: {
  readonly EOOnly?: boolean | undefined;
  readonly gps?: { readonly EOOnly?: boolean | undefined } | undefined;
}): boolean => body.EOOnly === true || body.gps?.EOOnly === true;

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

/** An installed processing template, and its jobs in order. */
export const processingTemplateSchema = z.object({
  Name: z.string(),
  Area: z.enum(["ip", "iptm"]),
  Jobs: z.array(z.object({ Name: z.string(), Label: z.string(), Area: z.enum(JOB_AREAS) })),
});

export type ProcessingTemplate = z.infer<typeof processingTemplateSchema>;

/** What the first jobs of a custom processing would find, before it is made. */
export const customPreflightSchema = z.object({
  Jobs: z.array(
    z.object({
      Name: z.string(),
      Label: z.string(),
      Lines: preflightSchema.shape.Lines,
      Expected: preflightSchema.shape.Expected,
    }),
  ),
});
export type CustomPreflight = z.infer<typeof customPreflightSchema>;
