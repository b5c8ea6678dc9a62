import { AppError } from "@swath/contract/errors";
import type { ByteRange } from "./object-store.ts";

export function objectMissing(key: string, cause?: unknown): AppError {
  return new AppError("OBJECT_NOT_FOUND", "the store holds no such object", { key }, { cause });
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
