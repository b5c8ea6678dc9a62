import { MAX_STORE_ADDRESSES } from "@swath/contract/settings";
import type { BucketRole } from "@swath/contract/uploads";
import { z } from "zod";
import type { ObjectStoreOptions } from "../../platform/open-store.ts";
import { address, bucket, count, list, origin, required, setting } from "./value-schemas.ts";

const classSchema = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{0,63}$/, "must be the name of a storage class");

export const bucketVariables = z.object({
  SWATH_BUCKET_UPLOADS: setting(bucket.default("swath-uploads"), "bucket that uploads land in"),
  SWATH_BUCKET_LIDAR: setting(bucket.default("swath-lidar"), "bucket that LiDAR data stands in"),
  SWATH_BUCKET_IMAGERY: setting(bucket.default("swath-imagery"), "bucket that imagery stands in"),
  SWATH_BUCKET_TERRAIN_MAPPER_LIDAR: setting(
    bucket.default("swath-terrain-mapper-lidar"),
    "bucket that the Terrain Mapper's LiDAR data stands in",
  ),
  SWATH_BUCKET_PROCESSING: setting(
    bucket.default("swath-processing"),
    "bucket that holds outputs of processings",
  ),
  SWATH_BUCKET_AI: setting(
    bucket.default("swath-ai"),
    "bucket that holds outputs for the AI department",
  ),
  SWATH_BUCKET_TERRAIN_MAPPER_PROCESSING: setting(
    bucket.default("swath-terrain-mapper-processing"),
    "bucket that holds outputs of the Terrain Mapper",
  ),
  SWATH_BUCKET_ARCHIVE: setting(
    bucket.default("swath-archive"),
    "bucket that flights are archived in",
  ),
  SWATH_BUCKET_OLD_LIDAR: setting(
    bucket.default("swath-old-lidar"),
    "bucket that LiDAR data of version 1.4 documents lies in, as `{FlightID}/{upload type}/`",
  ),
  SWATH_BUCKET_OLD_IMAGERY: setting(
    bucket.default("swath-old-imagery"),
    "bucket that imagery of version 1.4 documents lies in, as `{FlightID}/{upload type}/`",
  ),
  SWATH_ARCHIVE_STORAGE_CLASS: setting(
    classSchema.optional(),
    "storage class of archived objects, such as `GLACIER_IR` or `DEEP_ARCHIVE`",
    { otherwise: "the bucket's own" },
  ),
  SWATH_COLD_CLASS: setting(
    classSchema.optional(),
    "storage class that data of flights is moved to when it is not needed any more, such as `GLACIER` or `DEEP_ARCHIVE` ([keep data](keep-data.md#cold-storage)); S3 alone has any",
    { otherwise: "nothing is moved" },
  ),
  SWATH_COLD_AFTER_DAYS: setting(
    count(36_500).optional(),
    "days without a change after which data of flights that are archived, or whose processings have ended, is moved there",
    { otherwise: "by order alone" },
  ),
  SWATH_EXPLORER_BUCKETS: setting(
    list("").pipe(z.array(bucket)),
    "buckets that the explorer shows, by comma; never the landing one",
    { otherwise: "all others" },
  ),
  SWATH_STORE_EVENTS_TOKEN: setting(
    z.string().min(16, "must have 16 characters or more").optional(),
    "token with which the store's own notifications of changes come to `POST /store-events` ([grow](grow.md#notifications-of-the-store))",
    { otherwise: "none are taken", isSecret: true },
  ),
  SWATH_INVENTORY_MINUTES: setting(
    count(43_200).default(15),
    "minutes from one scan of these buckets to the next",
  ),
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
    storeEventsToken: values.SWATH_STORE_EVENTS_TOKEN,
  };
}

/** What data is moved to, and after how many days without a change; undefined: not at all, by order alone. */
export function coldOf(values: z.output<typeof bucketVariables> & Values) {
  const hasClasses = values.SWATH_STORE === "s3";
  const storageClass = hasClasses ? values.SWATH_COLD_CLASS : undefined;
  return { cold: { hasClasses, storageClass, afterDays: values.SWATH_COLD_AFTER_DAYS } };
}

const inAddress = `must be ${MAX_STORE_ADDRESSES} addresses at most`;

export const storeVariables = z.object({
  SWATH_STORE: setting(
    z.enum(["file", "s3"], { error: "must be file or s3" }).default("file"),
    "object store: `file` or `s3`",
  ),
  S3_ENDPOINT: setting(
    address.optional(),
    "address of the store. Ceph: set `tcp_nodelay=1` in `rgw frontends`; otherwise each answer to a form waits for a packet's acknowledgement, one round trip more for each piece",
    { neededWith: "SWATH_STORE=s3" },
  ),
  S3_REGION: setting(z.string().default("us-east-1"), "region of the store"),
  S3_ACCESS_KEY: setting(z.string().optional(), "access key of the store", {
    neededWith: "SWATH_STORE=s3",
    isSecret: true,
  }),
  S3_SECRET_KEY: setting(z.string().optional(), "secret key of the store", {
    neededWith: "SWATH_STORE=s3",
    isSecret: true,
  }),
  S3_PUBLIC_ENDPOINT: setting(
    address.optional(),
    "address by which browsers reach the store: they post uploads to the landing bucket and fetch previews and reports from the other buckets of the settings, whose CORS rules the server sets where it may; a further bucket of the explorer needs a rule for GET",
    { otherwise: "`S3_ENDPOINT`" },
  ),
  SWATH_STORE_ADDRESSES: setting(
    list("").pipe(z.array(origin).max(MAX_STORE_ADDRESSES, inAddress)),
    "up to 3 further addresses (`https://host`, by comma; all three are worth it) of the same store, or with `file` of the same server: on a long or lossy link a browser opens six connections of HTTP/1.1 to each, but only one of HTTP/2, whose pace the first lost packet halves: a proxy before it should not offer HTTP/2",
    { otherwise: "none" },
  ),
  S3_WIRE_CHECKSUM: setting(
    z.enum(["crc32c", "md5"], { error: "must be crc32c or md5" }).default("crc32c"),
    "`crc32c` where the store verifies it in posted forms (AWS), else `md5` (Ceph 16)",
  ),
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
  return {
    kind: "s3",
    endpoint: required(values, "S3_ENDPOINT"),
    region: values.S3_REGION,
    accessKey: required(values, "S3_ACCESS_KEY"),
    secretKey: required(values, "S3_SECRET_KEY"),
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
