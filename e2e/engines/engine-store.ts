import { systemClock } from "../../apps/server/src/platform/clock.ts";
import { openObjectStore } from "../../apps/server/src/platform/object-store/from-config.ts";
import type { ObjectStore } from "../../apps/server/src/platform/object-store/object-store.ts";

/** The engine's store as the environment names it; pages of these origins may post to it. */
export async function openEngineStore(corsOrigins: readonly string[]): Promise<ObjectStore> {
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY } = process.env;
  return openObjectStore(
    {
      kind: "s3",
      endpoint: S3_ENDPOINT!,
      region: S3_REGION!,
      accessKey: S3_ACCESS_KEY!,
      secretKey: S3_SECRET_KEY!,
      publicEndpoint: undefined,
      wireChecksum: "md5",
      postBucket: "swath-uploads",
      corsOrigins,
    },
    systemClock,
  );
}
