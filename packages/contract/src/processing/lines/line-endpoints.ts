import { z } from "zod";
import { flightIdSchema, projectIdSchema, sensorIdSchema } from "../../ids.ts";
import { endpoint } from "../../endpoint.ts";
import { KMZ_KINDS } from "./lines-file.ts";
import { reflightSchema } from "./reflight.ts";

const read = { services: ["processing"] as const, permission: "readProcessings" as const };
/** With or without its `FL`. */
const flightId = z.union([flightIdSchema, z.string().regex(/^\d{6}$/)]);
const kind = z.enum(KMZ_KINDS);
const addressSchema = z.object({ url: z.string(), expires: z.iso.datetime() });
/** A call may draw lines, or read plans. */
const callsPerMinute = 120;

const kmzAddressSchema = addressSchema.extend({ kind, name: z.string() });
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
    reply: addressSchema,
  }),
  listKmz: endpoint("GET", "/flights/:flightId/list_kmz/:kind", {
    ...read,
    summary: "Names of a flight's KMZ files of a kind: plan, coverage or lines",
    callsPerMinute,
    params: z.object({ flightId, kind }),
    reply: z.array(z.string()),
  }),
  listKmzAddresses: endpoint("GET", "/flights/:flightId/kmz_urls/:projectId", {
    services: ["processing"],
    permission: "downloadObject",
    summary:
      "Short-lived addresses of a project's KMZ files of a flight; that they were handed out is recorded",
    callsPerMinute,
    params: z.object({ flightId, projectId: projectIdSchema }),
    reply: z.array(kmzAddressSchema),
  }),
  readReflight: endpoint("GET", "/processing/:processingId/reflight", {
    ...read,
    summary: "Planned lines of a processing's area beside what was flown: what was missed",
    callsPerMinute,
    params: z.object({ processingId: z.string().regex(/^[0-9a-f]{24}$/, "must be 24 hex digits") }),
    reply: reflightSchema,
  }),
} as const;
