import { AppError } from "@swath/contract/errors";
import { PART_BYTES, type SealedFile, type StoredFault } from "@swath/contract/uploads";
import { type Hasher, takeHasher } from "../platform/hashing/xxh128.ts";
import type {
  ObjectPlace,
  ObjectStore,
  StoredObject,
} from "../platform/object-store/object-store.ts";

/** An object that takes another's place while it is read is read in turn, so many times. */
const ATTEMPTS = 3;

export interface StoredReading {
  readonly store: ObjectStore;
  readonly signal: AbortSignal;
  /** Hears of bytes that were read, and may hold up the reading of the next. */
  readonly onBytes: (bytes: number) => Promise<void>;
}

/** What is wrong with a stored file by what was sealed of it; it is read once. */
export async function storedFault(
  reading: StoredReading,
  place: ObjectPlace,
  file: SealedFile,
): Promise<StoredFault | undefined> {
  for (let attempt = 1; ; attempt++)
    try {
      return await faultOf(reading, place, file);
    } catch (error) {
      const changed = error instanceof AppError && CHANGED.has(error.code);
      if (!changed || attempt === ATTEMPTS) throw error;
    }
}

/** Another object, or none, took its place between two looks. */
const CHANGED: ReadonlySet<string> = new Set(["OBJECT_CHANGED", "OBJECT_NOT_FOUND"]);

async function faultOf(
  reading: StoredReading,
  place: ObjectPlace,
  file: SealedFile,
): Promise<StoredFault | undefined> {
  const stored = await reading.store.head(place.bucket, place.key);
  if (stored === undefined) return "missing";
  if (stored.size !== file.originalSize) return "size";
  return (await isAsSealed(reading, { ...place, ...stored }, file)) ? undefined : "content";
}

async function isAsSealed(
  { store, onBytes, signal }: StoredReading,
  stored: StoredObject & ObjectPlace,
  { xxh128 }: SealedFile,
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

/** The XXH128 of each part of 200 MB of a stream. */
class PartSums {
  readonly #hasher: Hasher;
  readonly #sums: string[] = [];
  /** Bytes of the part that is being read. */
  #bytes = 0;

  constructor(hasher: Hasher) {
    this.#hasher = hasher;
  }

  update(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      const bytes = chunk.subarray(at, at + PART_BYTES - this.#bytes);
      this.#hasher.update(bytes);
      this.#bytes += bytes.length;
      at += bytes.length;
      if (this.#bytes === PART_BYTES) this.#endPart();
    }
  }

  end(): string[] {
    if (this.#bytes > 0) this.#endPart();
    return this.#sums;
  }

  [Symbol.dispose](): void {
    this.#hasher[Symbol.dispose]();
  }

  #endPart(): void {
    this.#sums.push(this.#hasher.digest());
    this.#hasher.init();
    this.#bytes = 0;
  }
}
