import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { bucketNameSchema, objectKeySchema } from "./explorer.ts";
import { isCloudName, MOST_CLOUD_FILES } from "./cloud-names.ts";
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
const cloudKeySchema = objectKeySchema.refine(isCloudName, "must name a .laz or .las file");

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
  readAttemptClouds: endpoint("GET", "/clouds/:processingId/jobs/:job/attempts/:attempt", {
    services: ["processing"],
    permission: "downloadObject",
    summary: "The clouds (COPC) of one attempt of a job, published or kept",
    params: z.object({
      ...ofProcessing.shape,
      job: stageNameSchema,
      attempt: z.coerce.number<string>().int().min(1).max(1_000_000),
    }),
    reply: jobCloudsSchema,
  }),
  openClouds: endpoint("POST", "/clouds/open", {
    services: ["processing"],
    permission: "downloadObject",
    summary:
      "Short-lived addresses from which clouds of a bucket are read by ranges; each call is recorded",
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
