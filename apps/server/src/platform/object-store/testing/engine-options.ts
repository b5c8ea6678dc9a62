/** A setting of the store that engine tests run against; their runner starts it. */
export function engineSetting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "")
    throw new Error(`${name} is not set: the engine tests need a running S3 store (tools/engines)`);
  return value;
}

/** How that store is opened; Ceph 16 verifies MD5 alone in a posted form. */
export const engineOptions = (
  postBucket: string,
  corsOrigins: readonly string[] = [],
  shownBuckets: readonly string[] = [],
) => ({
  kind: "s3" as const,
  endpoint: engineSetting("S3_ENDPOINT"),
  region: engineSetting("S3_REGION"),
  accessKey: engineSetting("S3_ACCESS_KEY"),
  secretKey: engineSetting("S3_SECRET_KEY"),
  wireChecksum: "md5" as const,
  postBucket,
  corsOrigins,
  shownBuckets,
});
