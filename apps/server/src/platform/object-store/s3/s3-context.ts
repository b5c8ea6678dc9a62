import type { StorageClass } from "@aws-sdk/client-s3";
import type { StoredObject } from "../object-store.ts";

/** The place an object is written to. */
export interface S3Target {
  readonly bucket: string;
  readonly key: string;
  /** Undefined: the bucket's own. */
  readonly storageClass?: string;
  readonly signal?: AbortSignal;
}

/** The storage class as a call names it. */
export function classOf({ storageClass }: Pick<S3Target, "storageClass">): {
  StorageClass?: StorageClass;
} {
  // Stores name classes of their own besides those of AWS.
  return storageClass === undefined ? {} : { StorageClass: storageClass as StorageClass };
}

/** How a call is cancelled along with its caller. */
export function calling({ signal }: { readonly signal?: AbortSignal }): {
  abortSignal?: AbortSignal;
} {
  return signal === undefined ? {} : { abortSignal: signal };
}

/** The MD5 that an ETag is, of an object stored in one piece: an ETag with a dash is none. */
export function checksumsOf(etag: string | undefined, crc32c?: string): StoredObject["checksums"] {
  const tag = etag?.replaceAll('"', "").toLowerCase() ?? "";
  const md5 = /^[0-9a-f]{32}$/.exec(tag)?.[0];
  const parts = /^[0-9a-f]{32}-\d+$/.exec(tag)?.[0];
  // `…-3` is a checksum of the parts' checksums.
  const whole = crc32c !== undefined && !crc32c.includes("-");
  return {
    ...(md5 === undefined ? {} : { md5 }),
    ...(parts === undefined ? {} : { parts }),
    ...(whole ? { crc32c: Buffer.from(crc32c, "base64").toString("hex") } : {}),
  };
}
