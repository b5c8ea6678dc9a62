import type { _Object, StorageClass } from "@aws-sdk/client-s3";
import { AppError, S3_FULL_CODES } from "@swath/contract/errors";
import type { ByteRange, CopyTarget, StoredObject } from "../object-store/object-store.ts";
import { coldOf, type FoundClass } from "./cold-state.ts";
import { objectChanged, objectCold, objectMissing } from "../object-store/store-refusals.ts";

interface Answered {
  readonly name: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** The HTTP status that the store answered with; undefined where it did not answer. */
export function statusOf(error: unknown): number | undefined {
  return (error as Answered).$metadata?.httpStatusCode;
}

/** Throws what went wrong with a call to the store, as the port declares it. */
export function refuse(cause: unknown, key: string): never {
  if (cause instanceof AppError || isAbort(cause)) throw cause;
  const { name } = cause as Answered;
  const status = statusOf(cause);
  if (status === 404 && name !== "NoSuchBucket" && name !== "NoSuchUpload")
    throw objectMissing(key, cause);
  // RFC 9110, section 13: the object is not of the ETag that was asked for.
  if (status === 412) throw objectChanged(key, cause);
  if (name === "InvalidObjectState") throw objectCold(key, cause);
  if (status === 416)
    throw new AppError("INVALID_REQUEST", "the range is not within the object", {}, { cause });
  if (status === 507 || S3_FULL_CODES.has(name))
    throw new AppError("STORE_FULL", "the object store has no room", {}, { cause });
  if (isFromStore(cause) && (status === undefined || status >= 500 || status === 429))
    throw new AppError("STORE_UNAVAILABLE", "the object store does not answer", {}, { cause });
  throw cause;
}

/** For the failure of a call: see {@link refuse}. */
export const refusing =
  (key: string) =>
  (error: unknown): never =>
    refuse(error, key);

const isAbort = (error: unknown): boolean => (error as Error).name === "AbortError";

/** A failure of the network or of the store, not one of the caller's own stream. */
function isFromStore(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  return "$metadata" in error || "syscall" in error || (error as Error).name === "TimeoutError";
}

/** The storage class as a call names it: stores name classes of their own besides those of AWS. */
export const classOf = ({ storageClass }: CopyTarget) => storageClass as StorageClass | undefined;

/** As `x-amz-copy-source` wants it: percent-encoded, with its slashes. */
export const copySource = (bucket: string, key: string): string =>
  `${bucket}/${key.split("/").map(encodeURIComponent).join("/")}`;

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
export function versionOf({ ETag, LastModified }: Pick<_Object, "ETag" | "LastModified">): string {
  return `${ETag ?? ""} ${Math.floor((LastModified?.getTime() ?? 0) / 1000)}`;
}

/** The ETag within a version, for `If-Match`. */
export const etagOf = (version: string): string => version.slice(0, version.lastIndexOf(" "));

/** The storage class of an object for which S3 names none. */
const STANDARD = "STANDARD";

/** An object as the port describes it, from what S3 says of it. */
export function toStored(
  key: string,
  found: Pick<_Object, "ETag" | "LastModified"> & FoundClass,
  {
    size = 0,
    crc32c,
  }: { readonly size?: number | undefined; readonly crc32c?: string | undefined },
): StoredObject {
  const cold = coldOf(found);
  return {
    key,
    size,
    modified: found.LastModified!,
    version: versionOf(found),
    storageClass: found.StorageClass ?? STANDARD,
    ...(cold === undefined ? {} : { cold }),
    checksums: checksumsOf(found.ETag, crc32c),
  };
}

/** The MD5 that an ETag is, of an object stored in one piece: an ETag with a dash is none. */
function checksumsOf(etag: string | undefined, crc32c?: string): StoredObject["checksums"] {
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
