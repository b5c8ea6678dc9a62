import { MAX_STORE_ADDRESSES } from "@swath/contract/settings";
import type { BucketRole } from "@swath/contract/uploads";
import { z } from "zod";
import type { ObjectStoreOptions } from "../../platform/open-store.ts";
import { needed, address, bucket, count, list, origin } from "./value-schemas.ts";

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

const inAddress = `must be ${MAX_STORE_ADDRESSES} addresses at most`;

export const storeVariables = z.object({
  SWATH_STORE: z.enum(["file", "s3"], { error: "must be file or s3" }).default("file"),
  S3_ENDPOINT: address.optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_PUBLIC_ENDPOINT: address.optional(),
  SWATH_STORE_ADDRESSES: list("").pipe(z.array(origin).max(MAX_STORE_ADDRESSES, inAddress)),
  S3_WIRE_CHECKSUM: z.enum(["crc32c", "md5"], { error: "must be crc32c or md5" }).default("crc32c"),
});
type Values = z.output<typeof storeVariables>;

/** What the store needs of the other areas. */
interface Surroundings {
  readonly dataFolder: string;
  readonly publicUrl: URL;
  /** The bucket that browsers post to. */
  readonly uploads: string;
  /** The buckets whose files browsers fetch, to preview them. */
  readonly shown: readonly string[];
}

function optionsOf(
  values: Values,
  { dataFolder, publicUrl, uploads, shown }: Surroundings,
): ObjectStoreOptions {
  // Forms go to the page's own server, whatever its address.
  if (values.SWATH_STORE === "file") return { kind: "file", dataFolder, publicUrl: "" };
  const because = "with SWATH_STORE=s3";
  return {
    kind: "s3",
    endpoint: needed(values, "S3_ENDPOINT", because),
    region: values.S3_REGION,
    accessKey: needed(values, "S3_ACCESS_KEY", because),
    secretKey: needed(values, "S3_SECRET_KEY", because),
    publicEndpoint: values.S3_PUBLIC_ENDPOINT,
    wireChecksum: values.S3_WIRE_CHECKSUM,
    postBucket: uploads,
    shownBuckets: shown,
    corsOrigins: [publicUrl.origin],
  };
}

/** The object store, its further addresses, and the origins besides their own that pages talk to. */
export function storeOf(values: Values, surroundings: Surroundings) {
  const store = optionsOf(values, surroundings);
  const storeOrigin =
    store.kind === "s3" ? new URL(store.publicEndpoint ?? store.endpoint).origin : undefined;
  const storeAddresses = values.SWATH_STORE_ADDRESSES.map((text) => new URL(text).origin);
  const connect = storeOrigin === undefined ? storeAddresses : [storeOrigin, ...storeAddresses];
  return { store, storeOrigin, storeAddresses, connect };
}
