import type { StorageClass } from "@aws-sdk/client-s3";
import type { ByteRange, CopyTarget, StoredObject } from "../object-store/object-store.ts";

/** The storage class as a call names it: stores name classes of their own besides those of AWS. */
export const classOf = ({ storageClass }: CopyTarget) => storageClass as StorageClass | undefined;

/** As a `Range` header and `x-amz-copy-source-range` name it. */
export const rangeHeader = ({ start, length }: ByteRange): string =>
  `bytes=${start}-${start + length - 1}`;

/** How a call is cancelled along with its caller. */
export const calling = ({ signal }: Pick<CopyTarget, "signal">) =>
  signal === undefined ? {} : { abortSignal: signal };

/**
 * Names an object by its ETag and when it was stored, to the second as HTTP has it: S3 compares the
 * ETag itself, in one step with what it does.
 */
export function versionOf({
  ETag,
  LastModified,
}: {
  ETag?: string | undefined;
  LastModified?: Date | undefined;
}): string {
  return `${ETag ?? ""} ${Math.floor((LastModified?.getTime() ?? 0) / 1000)}`;
}

/** The ETag within a version, for `If-Match`. */
export const etagOf = (version: string): string => version.slice(0, version.lastIndexOf(" "));

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
