import type { BucketRole } from "@swath/contract/uploads";
import { z } from "zod";
import { bucket, count, list } from "./value-schemas.ts";

export const bucketVariables = z.object({
  SWATH_BUCKET_UPLOADS: bucket.default("swath-uploads"),
  SWATH_BUCKET_LIDAR: bucket.default("swath-lidar"),
  SWATH_BUCKET_IMAGERY: bucket.default("swath-imagery"),
  SWATH_BUCKET_TERRAIN_MAPPER_LIDAR: bucket.default("swath-terrain-mapper-lidar"),
  SWATH_BUCKET_PROCESSING: bucket.default("swath-processing"),
  SWATH_BUCKET_AI: bucket.default("swath-ai"),
  SWATH_BUCKET_TERRAIN_MAPPER_PROCESSING: bucket.default("swath-terrain-mapper-processing"),
  SWATH_BUCKET_ARCHIVE: bucket.default("swath-archive"),
  SWATH_BUCKET_OLD_LIDAR: bucket.default("swath-old-lidar"),
  SWATH_BUCKET_OLD_IMAGERY: bucket.default("swath-old-imagery"),
  SWATH_ARCHIVE_STORAGE_CLASS: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,63}$/, "must be the name of a storage class")
    .optional(),
  SWATH_EXPLORER_BUCKETS: list("").pipe(z.array(bucket)),
  SWATH_INVENTORY_MINUTES: count(1_440).default(15),
});

/** What the buckets are called, and who looks into them. */
export function bucketsOf(values: z.output<typeof bucketVariables>) {
  return {
    buckets: {
      uploads: values.SWATH_BUCKET_UPLOADS,
      lidar: values.SWATH_BUCKET_LIDAR,
      imagery: values.SWATH_BUCKET_IMAGERY,
      terrainMapperLidar: values.SWATH_BUCKET_TERRAIN_MAPPER_LIDAR,
      processing: values.SWATH_BUCKET_PROCESSING,
      ai: values.SWATH_BUCKET_AI,
      terrainMapperProcessing: values.SWATH_BUCKET_TERRAIN_MAPPER_PROCESSING,
      archive: values.SWATH_BUCKET_ARCHIVE,
    } satisfies Record<BucketRole, string>,
    /** Buckets of the system before Swath, of which only links are given. */
    oldBuckets: {
      lidar: values.SWATH_BUCKET_OLD_LIDAR,
      imagery: values.SWATH_BUCKET_OLD_IMAGERY,
    },
    /** Of archived objects; undefined: the archive bucket's own. */
    archiveStorageClass: values.SWATH_ARCHIVE_STORAGE_CLASS,
    /** Names of the buckets that the explorer shows; empty for all but the landing one. */
    explorerBuckets: values.SWATH_EXPLORER_BUCKETS,
    /** From one scan of the buckets for the inventory to the next. */
    inventoryMinutes: values.SWATH_INVENTORY_MINUTES,
  };
}
