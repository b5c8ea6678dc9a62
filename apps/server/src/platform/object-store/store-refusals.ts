import { AppError } from "@swath/contract/errors";
import type { ByteRange, StoredObject } from "./object-store.ts";

export function objectMissing(key: string, cause?: unknown): AppError {
  return new AppError("OBJECT_NOT_FOUND", "the store holds no such object", { key }, { cause });
}

export function objectChanged(key: string, cause?: unknown): AppError {
  const message = "another object has taken the place of this one";
  return new AppError("OBJECT_CHANGED", message, { key }, { cause });
}

export function notAsReceived(key: string, cause?: unknown): AppError {
  const message = "the object is not what the store received";
  return new AppError("CHECKSUM_MISMATCH", message, { key }, { cause });
}

export function objectCold(key: string, cause?: unknown): AppError {
  const message = "the object is in cold storage: restore it first";
  return new AppError("OBJECT_COLD", message, { key }, { cause });
}

/** Whether an object can be read now. */
export const isReadable = ({ cold }: Pick<StoredObject, "cold">): boolean =>
  cold === undefined || cold.state === "restored";

/** Throws OBJECT_CHANGED where an object is not of the version asked for. */
export function checkVersion(key: string, actual: string, wanted: string | undefined): void {
  if (wanted !== undefined && actual !== wanted) throw objectChanged(key);
}

/** Throws INVALID_REQUEST where a range does not lie within an object of this many bytes. */
export function checkRange({ start, length }: ByteRange, size: number): void {
  if (Number.isSafeInteger(start) && Number.isSafeInteger(length))
    if (start >= 0 && length >= 0 && start + length <= size) return;
  throw new AppError("INVALID_REQUEST", "the range is not within the object", {
    start,
    length,
    size,
  });
}

/** Throws where something of another size arrived than was announced. */
export function checkSize(received: number, expected: number): void {
  const details = { received, expected };
  if (received > expected) throw new AppError("ENTITY_TOO_LARGE", "larger than announced", details);
  if (received < expected)
    throw new AppError("ENTITY_TOO_SMALL", "smaller than announced", details);
}
