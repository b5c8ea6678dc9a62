import type { StoredObject } from "../object-store.ts";

/** The place an object is written to. */
export interface S3Target {
  readonly bucket: string;
  readonly key: string;
  readonly signal?: AbortSignal;
}

/** How a call is cancelled along with its caller. */
export function calling({ signal }: { readonly signal?: AbortSignal }): {
  abortSignal?: AbortSignal;
} {
  return signal === undefined ? {} : { abortSignal: signal };
}

/** The MD5 that an ETag is, of an object stored in one piece: an ETag with a dash is none. */
export function checksumsOf(etag: string | undefined, crc32c?: string): StoredObject["checksums"] {
  const md5 = /^"?([0-9a-f]{32})"?$/i.exec(etag ?? "")?.[1]?.toLowerCase();
  // `…-3` is a checksum of the parts' checksums.
  const whole = crc32c !== undefined && !crc32c.includes("-");
  return {
    ...(md5 === undefined ? {} : { md5 }),
    ...(whole ? { crc32c: Buffer.from(crc32c, "base64").toString("hex") } : {}),
  };
}
