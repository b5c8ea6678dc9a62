import { AppError } from "@swath/contract/errors";
import { PART_BYTES, type SealedFile } from "@swath/contract/uploads";
import { giveHasherBack, type Hasher, takeHasher } from "../../platform/hashing/xxh128.ts";
import type {
  ObjectPlace,
  ObjectStore,
  StoredObject,
} from "../../platform/object-store/object-store.ts";
import type { ReadPace } from "./read-pace.ts";
import type { StoredFault } from "./scrub.tables.ts";

export interface StoredReading {
  readonly store: ObjectStore;
  readonly pace: ReadPace;
  readonly signal: AbortSignal;
}

/** What is wrong with a stored file by what was sealed of it; it is read once, at a pace. */
export async function storedFault(
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
  { store, pace, signal }: StoredReading,
  stored: StoredObject & ObjectPlace,
  { xxh128 }: SealedFile,
): Promise<boolean> {
  const parts = new PartSums(await takeHasher());
  try {
    const take = async (bytes: Uint8Array): Promise<void> => {
      parts.update(bytes);
      await pace.keep(bytes.length, signal);
    };
    await store.readThrough(stored.bucket, stored.key, take, { version: stored.version, signal });
  } catch (error) {
    // It was replaced meanwhile, by the upload's next data: that has a scrub of its own.
    if (error instanceof AppError && error.code === "OBJECT_CHANGED") return true;
    // The store itself refuses bytes that are not those it once received.
    if (error instanceof AppError && error.code === "CHECKSUM_MISMATCH") return false;
    throw error;
  } finally {
    parts.close();
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

  close(): void {
    giveHasherBack(this.#hasher);
  }

  #endPart(): void {
    this.#sums.push(this.#hasher.digest());
    this.#hasher.init();
    this.#bytes = 0;
  }
}
