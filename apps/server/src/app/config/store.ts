import { z } from "zod";
import type { ObjectStoreOptions } from "../../platform/open-store.ts";
import { MAX_STORE_ADDRESSES } from "@swath/contract/settings";
import { needed } from "./invalid-config.ts";
import { address, list, origin } from "./value-schemas.ts";

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
  /** The buckets whose previews and reports browsers fetch. */
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
