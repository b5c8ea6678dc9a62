import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { bucketNameSchema, objectKeySchema } from "./explorer.ts";
import { isCloudName, MOST_CLOUD_FILES } from "./cloud-names.ts";

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
const cloudKeySchema = objectKeySchema.refine(isCloudName, "must name a .laz or .las file");

/** Point clouds for the viewer: which there are, and addresses that their parts are read from. */
export const cloudEndpoints = {
  listClouds: endpoint("GET", "/clouds/:processingId", {
    services: ["processing"],
    permission: "downloadObject",
    summary: "The clouds (COPC) that the jobs of a processing published",
    params: z.object({ processingId: processingIdSchema }),
    reply: z.array(jobCloudsSchema),
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
