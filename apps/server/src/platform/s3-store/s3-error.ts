import { AppError, S3_FULL_CODES } from "@swath/contract/errors";
import { objectChanged, objectMissing } from "../object-store/store-refusals.ts";

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
