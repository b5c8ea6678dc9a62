import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import {
  flightIdSchema,
  hexIdSchema,
  looseFlightIdSchema,
  projectIdSchema,
  sensorIdSchema,
} from "../ids/id-schemas.ts";
import { JOB_AREAS, type JobArea } from "./job-status.ts";
import { preflightSchema } from "./preflight.ts";
import { processingSchema } from "./records/processing.ts";

/**
 * What custom processing may be asked for (document 3, sections 2.7, 5 and 9); form and server alike:
 *
 * contract/C1 something custom is chosen: GPS files, range files, or EO only;
 * contract/C2 GPS files end in three digits, or are a post-processed trajectory, which takes the place of the
 *   recordings; where times are given or the section is used, one at least;
 * contract/C3 the numbers of the chosen GPS files have no gap, neither all of them nor those of each
 *    recording, whose files have a name in common;
 * contract/C4 times are seconds of the GPS week, 0 to 604,800, the start before the end;
 * contract/C5 range files end in `.range`; EO only takes none;
 * contract/C6 the template has the job that what is chosen is for: GPS for GPS files and EO, LMS for
 *    range files;
 * contract/C7 what is chosen is of the sensor log's own recordings (server alone: it has them).
 */
export const MESSAGES = {
  gap: "NOTE: Some non-contiguous files are selected, there must be no gaps in the selected files",
  start: "Start time must be < End time",
  end: "End time must be > Start time",
  second: "A time is a number of seconds from 0 to 604800",
  noGPSFile: "Select at least one GPS file",
  noRangeFile: "Select at least one range file",
  nothing: "Nothing custom is chosen",
  rangeOfEO: "EO takes no range files",
} as const;

/** Seconds of a GPS week. */
const WEEK_SECONDS = 604_800;
/** Recordings end in a number of three digits, by which they follow one another. */
const RECORDING = /\.(\d{3})$/;
/** A trajectory that another program made of them, SBET or a text of Inertial Explorer, and its accuracy file. */
export const POST_PROCESSED_FILE =
  /(?:^|\/)(?:(?:sbet|smrmsg)[^/]*\.out|[^/]*\.sbet|[^/]*(?:sbet|trajectory|inertial)[^/]*\.txt)$/i;
/** What may be chosen as GPS files: recordings, and post-processed trajectories in their place. */
export const GPS_FILE =
  /\.(\d{3})$|(?:^|\/)(?:sbet[^/]*\.out|[^/]*\.sbet|[^/]*(?:sbet|trajectory|inertial)[^/]*\.txt)$/i;
export const RANGE_FILE = /\.range$/i;

/** Whether numbers follow one another, each any number of times. */
function haveNoGap(numbers: readonly number[]): boolean {
  const distinct = new Set(numbers);
  return distinct.size === 0 || Math.max(...distinct) - Math.min(...distinct) < distinct.size;
}

const numberOf = (name: string): number => Number(RECORDING.exec(name)?.[1]);

/** contract/C3: whether chosen GPS files have no gap. */
export function areContiguous(names: readonly string[]): boolean {
  const numbered = names.filter((name) => !POST_PROCESSED_FILE.test(name));
  const recordings = Map.groupBy(numbered, (name) => name.replace(RECORDING, ""));
  return [numbered, ...recordings.values()].every((files) => haveNoGap(files.map(numberOf)));
}

/** contract/C4: whether a time lies outside of a GPS week. */
const isOut = (second: number | undefined): boolean =>
  second !== undefined && !(second >= 0 && second <= WEEK_SECONDS);

/** contract/C4: what is wrong with two times, each by its field. */
export function timeFaults(
  start: number | undefined,
  end: number | undefined,
): { readonly start?: string; readonly end?: string } {
  const faults = {
    ...(isOut(start) ? { start: MESSAGES.second } : {}),
    ...(isOut(end) ? { end: MESSAGES.second } : {}),
  };
  if (isOut(start) || isOut(end) || start === undefined || end === undefined) return faults;
  return start < end ? {} : { start: MESSAGES.start, end: MESSAGES.end };
}

/** Of a template, what exterior orientation alone is processed by: the part before the first hyphen. */
export const eoTemplate = (name: string): string => name.split("-", 1)[0]!;

interface Chosen {
  readonly gps: boolean;
  readonly lms: boolean;
  readonly eoOnly: boolean;
}

/** contract/C6: why a template cannot process what is chosen; undefined where it can. */
export function templateFault(
  template: { readonly name: string; readonly areas: readonly JobArea[] },
  { gps, lms, eoOnly }: Chosen,
): string | undefined {
  const { name, areas } = template;
  if ((gps || eoOnly) && !areas.includes("gps"))
    return `The processing template ${name} has no GPS & EO job`;
  if (lms && !areas.includes("lms")) return `The processing template ${name} has no LMS job`;
  return undefined;
}

const MOST_GPS_FILES = 1_000;
const MOST_RANGE_FILES = 10_000;
const fileName = z.string().min(1).max(255);
const second = z.number().min(0).max(WEEK_SECONDS);
const template = z.string().min(1).max(100);

const gpsSchema = z
  .strictObject({
    gpsFiles: z
      .array(fileName.regex(GPS_FILE, "is not a GPS file"))
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
    requestKey: hexIdSchema.optional(),
    gps: gpsSchema.optional(),
    lms: z
      .array(fileName.regex(RANGE_FILE, "is not a range file"))
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
const sensorLogSchema = z.object({
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
const processingTemplateSchema = z.object({
  Name: z.string(),
  Area: z.enum(["ip", "iptm"]),
  Jobs: z.array(z.object({ Name: z.string(), Label: z.string(), Area: z.enum(JOB_AREAS) })),
});

export type ProcessingTemplate = z.infer<typeof processingTemplateSchema>;

/** What the first jobs of a custom processing would find, before it is made. */
const customPreflightSchema = z.object({
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

const params = z.object({ flightId: looseFlightIdSchema });
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
