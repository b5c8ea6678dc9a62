import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { bucketNameSchema, objectKeySchema } from "../explorer.ts";
import { flightIdSchema } from "../ids/id-schemas.ts";
import { coldFactsSchema, MAX_RESTORE_DAYS, RESTORE_TIERS } from "./cold-state.ts";

const count = z.int().nonnegative();

/** An order to move a flight's data to a colder class, or to restore it or a part of it. */
const coldOrderSchema = z.object({
  ordered: z.iso.datetime(),
  /** Null: the rule ordered it. */
  by: z.string().nullable(),
  ended: z.iso.datetime().nullable(),
  /** Moved so far; of a restore, those of a cold class, and of them those that cannot be read yet. */
  objects: count,
  bytes: count,
  unready: count,
  /** Why it was stopped, or what its last attempt met. */
  reason: z.string().nullable(),
});
export type ColdOrder = z.infer<typeof coldOrderSchema>;

/** Objects of a flight that are alike, by the inventory of the store. */
const coldGroupSchema = coldFactsSchema.extend({ objects: count, bytes: count });

const flightColdSchema = z.object({
  groups: z.array(coldGroupSchema),
  /** The class that an order moves data to; null where none is configured. */
  movesTo: z.string().nullable(),
  /** The latest order of each kind. */
  move: coldOrderSchema.nullable(),
  restore: coldOrderSchema.nullable(),
});
export type FlightCold = z.infer<typeof flightColdSchema>;

const params = z.object({ flightId: flightIdSchema });
/** A part of the flight: what lies at and below a key; all of the flight where it is left out. */
const place = { bucket: bucketNameSchema.optional(), prefix: objectKeySchema.optional() };
const orders = { services: ["main"], permission: "archiveFlights", params } as const;

/** The calls of a flight's data in cold storage. */
export const coldEndpoints = {
  readCold: endpoint("GET", "/flights/:flightId/cold", {
    services: ["main"],
    permission: "readFlights",
    summary: "What of a flight, or of a part of it, is in cold storage or restored from it",
    params,
    query: z.strictObject(place),
    reply: flightColdSchema,
  }),
  moveToCold: endpoint("POST", "/flights/:flightId/cold", {
    ...orders,
    summary: "Orders a flight's data and archives to be moved to the configured colder class",
    reply: flightColdSchema,
  }),
  restoreFromCold: endpoint("POST", "/flights/:flightId/cold/restore", {
    ...orders,
    summary: "Orders a flight, or a part of it, to be restored from cold storage for some days",
    body: z.strictObject({
      ...place,
      days: z.int().min(1).max(MAX_RESTORE_DAYS),
      tier: z.enum(RESTORE_TIERS),
    }),
    reply: flightColdSchema,
  }),
} as const;
