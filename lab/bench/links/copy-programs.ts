import { basename } from "node:path";
import type { S3Bucket } from "../upload/peer-calls.ts";

/** A program that copies a folder into a bucket, as its manual says for stores that are not Amazon's. */
export interface CopyProgram {
  readonly command: string;
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** A bucket's name, and the address of its store. */
function partsOf({ address }: S3Bucket): { readonly endpoint: string; readonly name: string } {
  const { origin, pathname } = new URL(address);
  return { endpoint: origin, name: pathname.slice(1) };
}

/** Nothing that this machine sets for its own way out: proxies, certificates. */
const CLEAN = { PATH: process.env["PATH"], HOME: process.env["HOME"] };

export function rcloneCopy(bucket: S3Bucket, folder: string): CopyProgram {
  const { endpoint, name } = partsOf(bucket);
  return {
    command: "rclone",
    words: ["copy", folder, `:s3:${name}/rclone/${basename(folder)}`],
    env: {
      ...CLEAN,
      RCLONE_CONFIG: "/dev/null",
      RCLONE_S3_PROVIDER: "Ceph",
      RCLONE_S3_ENDPOINT: endpoint,
      RCLONE_S3_REGION: bucket.region,
      RCLONE_S3_ACCESS_KEY_ID: bucket.accessKey,
      RCLONE_S3_SECRET_ACCESS_KEY: bucket.secretKey,
    },
  };
}

export function awsCopy(bucket: S3Bucket, folder: string): CopyProgram {
  const { endpoint, name } = partsOf(bucket);
  const place = `s3://${name}/aws/${basename(folder)}`;
  return {
    command: "aws",
    words: [
      "s3",
      "cp",
      folder,
      place,
      "--recursive",
      "--only-show-errors",
      "--endpoint-url",
      endpoint,
    ],
    env: {
      ...CLEAN,
      AWS_ACCESS_KEY_ID: bucket.accessKey,
      AWS_SECRET_ACCESS_KEY: bucket.secretKey,
      AWS_DEFAULT_REGION: bucket.region,
      // Ceph knows no trailing checksums.
      AWS_REQUEST_CHECKSUM_CALCULATION: "when_required",
      AWS_EC2_METADATA_DISABLED: "true",
    },
  };
}
