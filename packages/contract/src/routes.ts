import { z } from "zod";
import { archiveRoutes } from "./archive-routes.ts";
import { aircraftSchema, catalogueSchema, flightSchema, sensorEquipmentSchema } from "./flights.ts";
import { flightQuerySchema, listQuerySchema } from "./flight-query.ts";
import { explorerRoutes } from "./explorer-routes.ts";
import { flightIdSchema, uploadIdSchema } from "./ids.ts";
import { historyRoutes } from "./history-routes.ts";
import { identitySchema } from "./roles.ts";
import { route } from "./route.ts";
import { settingsSchema } from "./settings.ts";
import { supportRoutes } from "./support-routes.ts";
import { uploadStatusSchema } from "./upload-status.ts";
import {
  fingerprintSchema,
  heartbeatBodySchema,
  queuePlaceSchema,
  uploadAuthBodySchema,
  uploadAuthReplySchema,
  uploadProgressBodySchema,
  uploadProgressSchema,
  uploadStateSchema,
} from "./uploads.ts";
import { viewRoutes } from "./views-routes.ts";

const flightParams = z.object({ flightId: flightIdSchema });
const uploadParams = z.object({ flightId: flightIdSchema, uploadId: uploadIdSchema });
/** A flag of an address: absent means false. */
const flag = z.stringbool({ truthy: ["true"], falsy: ["false"] }).default(false);
const uploadQuery = z.strictObject({ isUpdate: flag });

/** Every call of the API that takes a bearer token. `GET renew` and sign-in take the session's cookie. */
export const routes = {
  ...explorerRoutes,
  ...archiveRoutes,
  listFlights: route({
    method: "GET",
    services: ["main"],
    path: "/flights",
    permission: "readFlights",
    summary: "A page of flights; x-total-count holds how many there are",
    query: flightQuerySchema,
    reply: z.array(flightSchema),
  }),
  readFlight: route({
    method: "GET",
    services: ["main"],
    path: "/flights/:flightId",
    permission: "readFlights",
    summary: "One flight",
    params: flightParams,
    reply: flightSchema,
  }),
  moveUpload: route({
    method: "PUT",
    services: ["main"],
    path: "/flights/:flightId/upload/:uploadId/status",
    permission: "upload",
    summary: "Moves an upload to another status",
    params: uploadParams,
    query: z.strictObject({
      status: uploadStatusSchema,
      isUpdate: flag,
      fingerprint: fingerprintSchema.optional(),
    }),
    reply: uploadStateSchema,
  }),
  readUpload: route({
    method: "GET",
    services: ["main"],
    path: "/flights/:flightId/upload/:uploadId/status",
    permission: "readFlights",
    summary: "The status of an upload",
    params: uploadParams,
    reply: uploadStateSchema,
  }),
  authoriseUpload: route({
    method: "POST",
    services: ["main", "terrain-mapper"],
    path: "/upload_auth",
    permission: "upload",
    summary: "A form to post one object to the store with",
    body: uploadAuthBodySchema,
    reply: uploadAuthReplySchema,
  }),
  readProgress: route({
    method: "GET",
    services: ["main", "terrain-mapper"],
    path: "/flights/:flightId/upload_progress/:uploadId",
    permission: "readFlights",
    summary: "What the store holds of an upload",
    params: uploadParams,
    query: uploadQuery,
    reply: uploadProgressSchema,
  }),
  checkProgress: route({
    method: "POST",
    services: ["main", "terrain-mapper"],
    path: "/flights/:flightId/upload_progress/:uploadId",
    permission: "upload",
    summary: "Keeps the manifest, or holds it against the one kept, and tells what is missing",
    params: uploadParams,
    query: uploadQuery,
    body: uploadProgressBodySchema,
    reply: uploadProgressSchema,
  }),
  heartbeat: route({
    method: "PUT",
    services: ["main"],
    path: "/flights/:flightId/upload/:uploadId/heartbeat",
    permission: "upload",
    summary: "Keeps the lease of an active upload",
    params: uploadParams,
    body: heartbeatBodySchema,
    reply: uploadStateSchema,
  }),
  queuePlace: route({
    method: "GET",
    services: ["main"],
    path: "/uploads/:uploadId/fingerprint/:fingerprint",
    permission: "upload",
    summary: "The upload's place in the queue",
    params: z.object({ uploadId: uploadIdSchema, fingerprint: fingerprintSchema }),
    reply: queuePlaceSchema,
  }),
  listAircraft: route({
    method: "GET",
    services: ["processing", "main"],
    path: "/aircraft",
    permission: "signedIn",
    summary: "Aircraft",
    query: listQuerySchema,
    reply: z.array(aircraftSchema),
  }),
  listSensorEquipment: route({
    method: "GET",
    services: ["processing", "main"],
    path: "/sensor-equipment",
    permission: "signedIn",
    summary: "Sensors with their serial numbers",
    query: listQuerySchema,
    reply: z.array(sensorEquipmentSchema),
  }),
  listUnique: route({
    method: "GET",
    services: ["processing", "main"],
    path: "/unique/:collection/:field",
    permission: "signedIn",
    summary: "The distinct values of an allowed field",
    params: z.object({ collection: z.string().max(64), field: z.string().max(64) }),
    reply: z.array(z.string()),
  }),
  readSettings: route({
    method: "GET",
    services: ["main", "processing"],
    path: "/settings",
    permission: "signedIn",
    summary: "Application settings",
    reply: settingsSchema,
  }),
  readIdentity: route({
    method: "GET",
    services: ["main"],
    path: "/identity",
    permission: "signedIn",
    summary: "Who the bearer is to the server",
    reply: identitySchema,
  }),
  importCatalogue: route({
    method: "POST",
    services: ["main"],
    path: "/catalogue",
    permission: "importCatalogue",
    summary: "Creates or updates flights, sensors, projects, aircraft and equipment",
    body: catalogueSchema,
    reply: z.object({ flights: z.int(), uploads: z.int(), aircraft: z.int(), equipment: z.int() }),
  }),
  ...historyRoutes,
  ...viewRoutes,
  ...supportRoutes,
} as const;

export type RouteName = keyof typeof routes;
