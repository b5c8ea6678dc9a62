import { z } from "zod";
import {
  flightIdSchema,
  hexIdSchema,
  looseFlightIdSchema,
  projectIdSchema,
  sensorIdSchema,
} from "../ids/id-schemas.ts";
import { endpoint } from "../endpoint.ts";
import { downloadSchema } from "../explorer.ts";

/** Longitude and latitude in degrees. */
const placeSchema = z.tuple([z.number(), z.number()]);
const metres = z.number().nonnegative();

/** A stretch of a planned line, metres along the line from its first place. */
const stretchSchema = z.object({
  from: metres,
  to: metres,
  path: z.array(placeSchema),
});

/** A planned line, and what of it no flown line covers. */
const plannedLineSchema = z.object({
  name: z.string(),
  crossStrip: z.boolean(),
  length: metres,
  missed: z.array(stretchSchema),
  path: z.array(placeSchema),
});
export type PlannedLine = z.infer<typeof plannedLineSchema>;

/** The planned lines of a processing's area of interest beside what was flown. */
const reflightSchema = z.object({
  /** Names of the flight plans that were read; none where the flight brought none. */
  plans: z.array(z.string()),
  /** Names of those that cannot be read. */
  unreadPlans: z.array(z.string()),
  /** What flown lines are known by; null where neither is published. */
  flownBy: z.enum(["trajectory", "lines"]).nullable(),
  /** In the plan's order; none without a plan or without what was flown. */
  lines: z.array(plannedLineSchema),
  /** Lines of the plan that were left out: of a very large one. */
  linesLeftOut: z.int().nonnegative(),
});
export type Reflight = z.infer<typeof reflightSchema>;

const mappedLineSchema = z.object({ name: z.string(), path: z.array(placeSchema) });

/** What is known of where a flight was to fly, and where it flew. */
const flightMapSchema = z.object({
  /** Lines and areas of the plans that its uploads brought. */
  planned: z.array(mappedLineSchema.extend({ crossStrip: z.boolean(), area: z.boolean() })),
  /** Of the flight lines that are published, else of the trajectory. */
  flown: z.array(mappedLineSchema),
});
export type FlightMap = z.infer<typeof flightMapSchema>;

/** The job that draws flight lines (document 3, section 3). */
export const LINES_JOB = "PI1_MineIP1";

/** The file of the flight lines of an area of interest among that job's outputs. */
export const flightLinesFile = (aoiNumber: number): string => `lines_AOI${aoiNumber}.kmz`;

/** The names of such files. */
export const FLIGHT_LINES_FILE: RegExp = /^lines_AOI[1-9]\d{0,4}\.kmz$/;

/** The KMZ files of a flight: its plans and coverages as uploaded, the flown lines as processed. */
export const KMZ_KINDS = ["plan", "coverage", "lines"] as const;
export type KmzKind = (typeof KMZ_KINDS)[number];

const read = { services: ["processing"] as const, permission: "readProcessings" as const };
const kind = z.enum(KMZ_KINDS);
/** A call may draw lines, or read plans. */
const callsPerMinute = 120;

const kmzAddressSchema = downloadSchema.extend({ kind, name: z.string() });
export type KmzAddress = z.infer<typeof kmzAddressSchema>;

/** The calls of the flight-lines dialog (document 3, sections 2.2 and 7). */
export const lineEndpoints = {
  readFlightLines: endpoint("POST", "/flightline_kmz", {
    ...read,
    summary:
      "The address of the flight lines of an area of interest, a KMZ; it is made where there is none yet",
    callsPerMinute,
    body: z.strictObject({
      /** Name of the processing's folder. */
      guid: z.string().regex(/^[0-9A-Za-z-]{1,64}$/, "must be the name of a folder"),
      sensorId: sensorIdSchema,
      projectId: projectIdSchema.nullable(),
      aoiNum: z.int().min(1).max(99_999),
    }),
    reply: downloadSchema,
  }),
  readFlightMap: endpoint("GET", "/flights/:flightId/map", {
    services: ["processing"],
    permission: "readFlights",
    summary: "Planned and flown lines of a flight, as far as any are stored; long ones are thinned",
    callsPerMinute,
    params: z.object({ flightId: flightIdSchema }),
    reply: flightMapSchema,
  }),
  listKmz: endpoint("GET", "/flights/:flightId/list_kmz/:kind", {
    ...read,
    summary: "Names of a flight's KMZ files of a kind: plan, coverage or lines",
    callsPerMinute,
    params: z.object({ flightId: looseFlightIdSchema, kind }),
    reply: z.array(z.string()),
  }),
  listKmzAddresses: endpoint("GET", "/flights/:flightId/kmz_urls/:projectId", {
    services: ["processing"],
    permission: "downloadObject",
    summary:
      "Short-lived addresses of a project's KMZ files of a flight; that they were handed out is recorded",
    callsPerMinute,
    params: z.object({ flightId: looseFlightIdSchema, projectId: projectIdSchema }),
    reply: z.array(kmzAddressSchema),
  }),
  readReflight: endpoint("GET", "/processing/:processingId/reflight", {
    ...read,
    summary: "Planned lines of a processing's area beside what was flown: what was missed",
    callsPerMinute,
    params: z.object({ processingId: hexIdSchema }),
    reply: reflightSchema,
  }),
} as const;
