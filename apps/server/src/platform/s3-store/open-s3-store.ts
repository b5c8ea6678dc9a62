import { S3Client } from "@aws-sdk/client-s3";
import type { S3Checksum } from "./s3-presign.ts";
import { S3Store } from "./s3-store.ts";
import { S3VersionRemoval } from "./s3-version-removal.ts";
import { S3Versions } from "./s3-versions.ts";

const SOCKETS = 64;

export interface S3StoreOptions {
  /** S3_ENDPOINT, such as http://127.0.0.1:17480. */
  readonly endpoint: string;
  /** S3_REGION. */
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** S3_PUBLIC_ENDPOINT, where browsers reach the store under another address. */
  readonly publicEndpoint?: string | undefined;
  /** S3_WIRE_CHECKSUM: crc32c where the store verifies it in a posted form, else md5. */
  readonly wireChecksum: S3Checksum;
  /** Buckets whose previews and reports pages fetch, beside … */
  readonly shownBuckets?: readonly string[] | undefined;
  /** … the bucket that browsers post to … */
  readonly postBucket: string;
  /** … and the origins of their pages. */
  readonly corsOrigins: readonly string[];
}

export function openS3Store(options: S3StoreOptions): S3Store {
  const { publicEndpoint, wireChecksum: wireAlgorithm } = options;
  const client = openClient(options, options.endpoint);
  const postClient = publicEndpoint === undefined ? client : openClient(options, publicEndpoint);
  return new S3Store({ ...options, client, postClient, wireAlgorithm });
}

/** The versions that the buckets of the same store keep. */
export const openS3Versions = (options: S3StoreOptions): S3Versions =>
  new S3Versions(openClient(options, options.endpoint));

/** Their removal for good. */
export const openS3VersionRemoval = (options: S3StoreOptions): S3VersionRemoval =>
  new S3VersionRemoval(openClient(options, options.endpoint));

function openClient(options: S3StoreOptions, endpoint: string): S3Client {
  return new S3Client({
    endpoint,
    region: options.region,
    forcePathStyle: true,
    credentials: { accessKeyId: options.accessKey, secretAccessKey: options.secretKey },
    // With their defaults, stream bodies fail on stores other than AWS.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 4,
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: 120_000,
      httpAgent: { maxSockets: SOCKETS },
      httpsAgent: { maxSockets: SOCKETS },
    },
  });
}
