import { z } from "zod";
import { BY_NAME, entrySortSchema } from "./entry-order.ts";
import {
  bucketNameSchema,
  downloadSchema,
  explorerBucketSchema,
  folderPrefixSchema,
  MIN_SEARCH_LENGTH,
  objectKeySchema,
  objectListSchema,
  searchResultSchema,
} from "./explorer.ts";
import { endpoint } from "../endpoint.ts";

const place = { bucket: bucketNameSchema, prefix: folderPrefixSchema.default("") };

/** The data explorer (document 3, section 2.10). */
export const explorerEndpoints = {
  listObjects: endpoint("GET", "/explorer", {
    services: ["processing"],
    permission: "readObjects",
    summary: "A page of the objects and folders below a prefix of a bucket",
    query: z.strictObject({
      ...place,
      sort: entrySortSchema.default(BY_NAME),
      nextContinuationToken: z.string().max(8_192).optional(),
    }),
    reply: objectListSchema,
  }),
  listBuckets: endpoint("GET", "/explorer/buckets", {
    services: ["processing"],
    permission: "exploreObjects",
    summary: "The buckets that the caller may browse",
    reply: z.array(explorerBucketSchema),
  }),
  searchObjects: endpoint("GET", "/explorer/search", {
    services: ["processing"],
    permission: "readObjects",
    summary: "Objects and folders below a prefix by a part of their names, or by a pattern with *",
    query: z.strictObject({ ...place, text: z.string().trim().min(MIN_SEARCH_LENGTH).max(200) }),
    reply: searchResultSchema,
  }),
  downloadObject: endpoint("POST", "/explorer/download", {
    services: ["processing"],
    permission: "downloadObject",
    summary: "A short-lived address of one object; the download is recorded",
    body: z.strictObject({ bucket: bucketNameSchema, key: objectKeySchema }),
    reply: downloadSchema,
  }),
} as const;
