import { AppError } from "@swath/contract/errors";
import type { SealedFile, StoredFault } from "@swath/contract/uploads";
import { PartSums } from "../platform/hashing/part-sums.ts";
import { takeHasher } from "../platform/hashing/xxh128.ts";
import type {
  ObjectPlace,
  ObjectStore,
  StoredObject,
} from "../platform/object-store/object-store.ts";
import { isReadable } from "../platform/object-store/store-refusals.ts";

/** An object that takes another's place while it is read is read in turn, so many times. */
const ATTEMPTS = 3;

export interface StoredReading {
  readonly store: ObjectStore;
  readonly signal: AbortSignal;
  /** Hears of bytes that were read, and may hold up the reading of the next. */
  readonly onBytes: (bytes: number) => Promise<void>;
}

/** What a reading found of a stored file: what is wrong with it, that it is cold and was not read, or nothing. */
export type Found = StoredFault | "cold" | undefined;

/** What is wrong with a stored file by what was sealed of it; it is read once, unless it is in cold storage. */
export async function storedFault(
  reading: StoredReading,
  place: ObjectPlace,
  file: Pick<SealedFile, "originalSize" | "xxh128">,
): Promise<Found> {
  for (let attempt = 1; ; attempt++)
    try {
      return await faultOf(reading, place, file);
    } catch (error) {
      const changed = error instanceof AppError && CHANGED.has(error.code);
      if (!changed || attempt === ATTEMPTS) throw error;
    }
}

/** Another object, or none, took its place between two looks, or it went to cold storage. */
const CHANGED: ReadonlySet<string> = new Set(["OBJECT_CHANGED", "OBJECT_NOT_FOUND", "OBJECT_COLD"]);

async function faultOf(
  reading: StoredReading,
  place: ObjectPlace,
  file: Pick<SealedFile, "originalSize" | "xxh128">,
): Promise<Found> {
  const stored = await reading.store.head(place.bucket, place.key);
  if (stored === undefined) return "missing";
  if (stored.size !== file.originalSize) return "size";
  if (!isReadable(stored)) return "cold";
  return (await isAsSealed(reading, { ...place, ...stored }, file)) ? undefined : "content";
}

async function isAsSealed(
  { store, onBytes, signal }: StoredReading,
  stored: StoredObject & ObjectPlace,
  { xxh128 }: Pick<SealedFile, "xxh128">,
): Promise<boolean> {
  using parts = new PartSums(await takeHasher());
  try {
    const take = async (bytes: Uint8Array): Promise<void> => {
      parts.update(bytes);
      await onBytes(bytes.length);
    };
    await store.readThrough(stored.bucket, stored.key, take, { version: stored.version, signal });
  } catch (error) {
    // The store itself refuses bytes that are not those it once received.
    if (error instanceof AppError && error.code === "CHECKSUM_MISMATCH") return false;
    throw error;
  }
  const found = parts.end();
  return found.length === xxh128.length && found.every((sum, part) => sum === xxh128[part]);
}
