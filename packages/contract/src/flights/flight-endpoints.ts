import { z } from "zod";
import { flightIdSchema } from "../ids/id-schemas.ts";
import { listQuerySchema } from "../filters.ts";
import { endpoint } from "../endpoint.ts";
import { aircraftSchema, catalogueSchema, flightSchema, sensorEquipmentSchema } from "./flight.ts";
import { flightProgressSchema } from "./flight-progress.ts";
import { flightQuerySchema } from "./flight-query.ts";

/** Most bytes and values of one call of an import; a larger one is made in several, or by `swath import`. */
const CATALOGUE_BYTES = 2_097_152;
const CATALOGUE_VALUES = 50_000;

/** The calls of flights, and of the flight log that they come from. */
export const flightEndpoints = {
  listFlights: endpoint("GET", "/flights", {
    services: ["main"],
    permission: "readFlights",
    summary: "A page of flights; x-total-count holds how many there are, 10001 for more than 10000",
    cache: { changesWith: "flights" },
    query: flightQuerySchema,
    reply: z.array(flightSchema),
  }),
  readFlight: endpoint("GET", "/flights/:flightId", {
    services: ["main"],
    permission: "readFlights",
    summary: "One flight",
    cache: { changesWith: "flights" },
    params: z.object({ flightId: flightIdSchema }),
    reply: flightSchema,
  }),
  readFlightProgress: endpoint("GET", "/flights/:flightId/progress", {
    services: ["main"],
    permission: "readFlights",
    summary: "What each upload of a flight holds, why it waits, and its last receipt",
    params: z.object({ flightId: flightIdSchema }),
    reply: flightProgressSchema,
  }),
  listAircraft: endpoint("GET", "/aircraft", {
    services: ["processing", "main"],
    permission: "signedIn",
    summary: "Aircraft",
    query: listQuerySchema,
    reply: z.array(aircraftSchema),
  }),
  listSensorEquipment: endpoint("GET", "/sensor-equipment", {
    services: ["processing", "main"],
    permission: "signedIn",
    summary: "Sensors with their serial numbers",
    query: listQuerySchema,
    reply: z.array(sensorEquipmentSchema),
  }),
  listUnique: endpoint("GET", "/unique/:collection/:field", {
    services: ["processing", "main"],
    permission: "signedIn",
    summary: "The distinct values of an allowed field",
    params: z.object({ collection: z.string().max(64), field: z.string().max(64) }),
    reply: z.array(z.string()),
  }),
  importCatalogue: endpoint("POST", "/catalogue", {
    services: ["main"],
    permission: "importCatalogue",
    recentSignIn: { of: "importCatalogue" },
    summary: "Creates or updates flights, sensors, projects, aircraft and equipment",
    bodyLimit: CATALOGUE_BYTES,
    maxValues: CATALOGUE_VALUES,
    body: catalogueSchema,
    reply: z.object({ flights: z.int(), uploads: z.int(), aircraft: z.int(), equipment: z.int() }),
  }),
} as const;
