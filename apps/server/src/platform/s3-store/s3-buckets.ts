import {
  CreateBucketCommand,
  HeadBucketCommand,
  PutBucketCorsCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { statusOf } from "./s3-context.ts";

export async function hasBucket(client: S3Client, bucket: string): Promise<boolean> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
    return true;
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    return false;
  }
}

/** Makes a bucket where it is missing; another server may make it at the same time. */
export async function ensureBucket(client: S3Client, bucket: string): Promise<void> {
  if (await hasBucket(client, bucket)) return;
  await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((refusal: unknown) => {
    // Made by another server in between.
    if (statusOf(refusal) !== 409) throw refusal;
  });
}

/** Lets the pages of these origins post to a bucket, or fetch what they have an address of. */
export async function allowPages(
  client: S3Client,
  { bucket, method }: { readonly bucket: string; readonly method: "POST" | "GET" },
  origins: readonly string[],
): Promise<void> {
  const rule = {
    AllowedMethods: [method],
    AllowedOrigins: [...origins],
    AllowedHeaders: ["*"],
    ExposeHeaders: ["ETag"],
    MaxAgeSeconds: 3_600,
  };
  await client
    .send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [rule] } }))
    .catch((error: unknown) => {
      // 403: left to the store's administrator; 501: the store sets it for all buckets at once.
      if (statusOf(error) !== 403 && statusOf(error) !== 501) throw error;
    });
}
