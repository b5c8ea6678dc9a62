import { z } from "zod";
import { flightIdSchema, sensorIdSchema } from "../ids.ts";
import { endpoint } from "../endpoint.ts";
import { processingSchema } from "./records/processing.ts";
import {
  customPreflightSchema,
  customProcessingSchema,
  processingTemplateSchema,
  sensorLogSchema,
} from "./custom-processing.ts";

const params = z.object({
  flightId: z.union([flightIdSchema, z.string().regex(/^\d{6}$/)]),
});
const custom = {
  services: ["processing"] as const,
  permission: "changeProcessings" as const,
};
/** Files of one sensor log's own uploads; of all logs that the caller may process unless named. */
const ofLog = z.strictObject({ sensorId: sensorIdSchema.optional() });
/** Lists of 1,000 and 10,000 names of 255 characters. */
const MOST_BYTES = 4 * 1_048_576;
const MOST_VALUES = 20_000;
const chosen = { body: customProcessingSchema, bodyLimit: MOST_BYTES, maxValues: MOST_VALUES };

/** The calls of custom processing (document 3, sections 2.7 and 7). */
export const customEndpoints = {
  listSensorLogs: endpoint("GET", "/sensors", {
    ...custom,
    summary: "The sensor logs of a flight, with their projects",
    query: z.strictObject({
      FlightID: flightIdSchema,
      SensorID: sensorIdSchema.optional(),
      include: z.string().max(200).optional(),
    }),
    reply: z.array(sensorLogSchema),
  }),
  listGPSFiles: endpoint("GET", "/flights/:flightId/list_gps", {
    ...custom,
    summary: "Names of the GPS files of a flight's uploads, or of those of one sensor log",
    params,
    query: ofLog,
    reply: z.array(z.string()),
  }),
  listRangeFiles: endpoint("GET", "/flights/:flightId/list_range", {
    ...custom,
    summary: "Names of the range files of a flight's uploads, or of those of one sensor log",
    params,
    query: ofLog,
    reply: z.array(z.string()),
  }),
  listTemplates: endpoint("GET", "/processing_templates", {
    ...custom,
    summary: "The installed processing templates, and their jobs",
    reply: z.array(processingTemplateSchema),
  }),
  readCustomPreflight: endpoint("POST", "/flights/:flightId/submit_custom/preflight", {
    ...custom,
    summary: "What the first jobs of a custom processing would find; nothing is made",
    params,
    ...chosen,
    callsPerMinute: 120,
    reply: customPreflightSchema,
  }),
  submitCustom: endpoint("PUT", "/flights/:flightId/submit_custom", {
    ...custom,
    summary: "Makes a processing of chosen files, beside the flight's own",
    params,
    ...chosen,
    callsPerMinute: 30,
    reply: processingSchema,
  }),
} as const;
