import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { bucketNameSchema, downloadSchema, objectKeySchema } from "./explorer.ts";
import { isCloudName, isRasterName, MOST_CLOUD_FILES } from "./cloud-names.ts";
import { flightIdSchema } from "./ids/id-schemas.ts";
import { stageNameSchema } from "./processing/stage-file.ts";

/** A file of points in an octree (COPC), with where it stands. */
const cloudFileSchema = z.object({
  bucket: z.string(),
  key: z.string(),
  /** As people know it: its path below the attempt. */
  path: z.string(),
  /** Bytes. */
  size: z.int().nonnegative(),
});

/** What a job published as clouds. */
const jobCloudsSchema = z.object({
  job: z.string(),
  attempt: z.int().positive(),
  files: z.array(cloudFileSchema),
});
export type JobClouds = z.infer<typeof jobCloudsSchema>;

/** Clouds of one attempt of a job that can be laid below another's of the same flight. */
const cloudAttemptSchema = z.object({
  processingId: z.string(),
  /** Of the processing's sensor log. */
  sensorId: z.string(),
  job: z.string(),
  attempt: z.int().positive(),
  /** Whether they are what the job publishes now. */
  published: z.boolean(),
});
export type CloudAttempt = z.infer<typeof cloudAttemptSchema>;
/** A file of an attempt that a map can show: a raster, or lines and areas. */
const layerFileSchema = cloudFileSchema.extend({ kind: z.enum(["raster", "vector", "points"]) });
export type LayerFile = z.infer<typeof layerFileSchema>;

/** What an attempt of a job has for a map. */
const jobLayersSchema = z.object({
  job: z.string(),
  attempt: z.int().positive(),
  files: z.array(layerFileSchema),
});
export type JobLayers = z.infer<typeof jobLayersSchema>;

/** What the jobs of a processing published for a map. */
const processingLayersSchema = z.object({
  processingId: z.string(),
  sensorId: z.string(),
  projectId: z.string().nullable(),
  /** Of a custom processing its number, from 1; 0 of the whole log. */
  custom: z.int().nonnegative(),
  jobs: z.array(
    jobLayersSchema.extend({
      /** Attempts whose outputs are kept, the latest first. */
      attempts: z.array(z.int().positive()),
    }),
  ),
});
export type ProcessingLayers = z.infer<typeof processingLayersSchema>;

/** A file that can be read by ranges, from an address that expires soon. */
const openCloudSchema = z.object({
  key: z.string(),
  url: z.string(),
  /** Bytes. */
  size: z.int().nonnegative(),
});

const openCloudsSchema = z.object({ files: z.array(openCloudSchema), expires: z.iso.datetime() });
export type OpenClouds = z.infer<typeof openCloudsSchema>;

/** As those of runs. */
const processingIdSchema = z.string().regex(/^[0-9A-Za-z-]{1,40}$/, "must be an identifier");
const ofProcessing = z.object({ processingId: processingIdSchema });
const ofAttempt = ofProcessing.extend({
  job: stageNameSchema,
  attempt: z.coerce.number<string>().int().min(1).max(1_000_000),
});
const cloudKeySchema = objectKeySchema.refine(
  (key) => isCloudName(key) || isRasterName(key),
  "must name a .laz, .las or .tif file",
);

/** Point clouds for the viewer: which there are, and addresses that their parts are read from. */
export const cloudEndpoints = {
  listClouds: endpoint("GET", "/clouds/:processingId", {
    services: ["processing"],
    permission: "downloadObject",
    summary: "The clouds (COPC) that the jobs of a processing published",
    params: ofProcessing,
    reply: z.array(jobCloudsSchema),
  }),
  listCloudAttempts: endpoint("GET", "/clouds/:processingId/attempts", {
    services: ["processing"],
    permission: "downloadObject",
    summary:
      "Which attempts have clouds, of all processings of the flight of one that the caller sees",
    params: ofProcessing,
    reply: z.array(cloudAttemptSchema),
  }),
  listFlightLayers: endpoint("GET", "/flights/:flightId/layers", {
    services: ["processing"],
    permission: "downloadObject",
    summary: "Rasters, lines, areas and clouds that the processings of a flight published",
    params: z.object({ flightId: flightIdSchema }),
    reply: z.array(processingLayersSchema),
  }),
  listAttemptLayers: endpoint("GET", "/layers/:processingId/:job/:attempt", {
    services: ["processing"],
    permission: "downloadObject",
    summary: "The same of one attempt of a job, published or kept",
    params: ofAttempt,
    reply: jobLayersSchema,
  }),
  openQuickLook: endpoint("GET", "/layers/:processingId/quick_look", {
    services: ["processing"],
    permission: "downloadObject",
    summary:
      "A short-lived address of the JPEG of an uploaded image, by the image's name; recorded",
    callsPerMinute: 120,
    params: ofProcessing,
    query: z.strictObject({ name: z.string().min(1).max(200) }),
    reply: downloadSchema.extend({
      /** Bytes. */
      size: z.int().nonnegative(),
    }),
  }),
  openClouds: endpoint("POST", "/clouds/open", {
    services: ["processing"],
    permission: "downloadObject",
    summary:
      "Short-lived addresses from which clouds and rasters of a bucket are read by ranges; each call is recorded",
    callsPerMinute: 120,
    body: z.strictObject({
      bucket: bucketNameSchema,
      keys: z.array(cloudKeySchema).min(1).max(MOST_CLOUD_FILES),
      /** Whether their prepared copies are read in their place. */
      prepared: z.boolean().default(false),
    }),
    reply: openCloudsSchema,
  }),
} as const;
