import { crc32c } from "@node-rs/crc32";
import { createHash } from "node:crypto";
import { takeHasher } from "../../platform/hashing/xxh128.ts";
import type { ObjectStore, StoredObject } from "../../platform/object-store/object-store.ts";
import { objectsBelow } from "../../platform/object-store/objects-below.ts";
import { isReadable } from "../../platform/object-store/store-refusals.ts";
import { type ArchiveDeps, archiveManifestKey } from "../archive-place.ts";
import type { ArchivedObject, ManifestHead } from "./archive-manifest.ts";

export type Checksums = StoredObject["checksums"];
export type Comparison = "same" | "different" | "unknown";

const CONTENT = ["crc32c", "md5", "xxh128"] as const;

/**
 * Compares the store's own checksums of two objects, or of one with what was kept of it; `unknown` where they have none in common.
 */
export function compareChecksums(
  a: Checksums,
  b: Checksums,
  options: { sameParts: boolean },
): Comparison {
  let common = a.parts !== undefined && a.parts === b.parts;
  if (options.sameParts && a.parts !== undefined && b.parts !== undefined && !common)
    return "different";
  for (const algorithm of CONTENT) {
    if (a[algorithm] === undefined || b[algorithm] === undefined) continue;
    if (a[algorithm] !== b[algorithm]) return "different";
    common = true;
  }
  return common ? "same" : "unknown";
}

/** Whether there is a checksum that can be made from the bytes alone. */
function hasContentChecksum(checksums: Checksums): boolean {
  return CONTENT.some((algorithm) => checksums[algorithm] !== undefined);
}

/** The checksums of an object's bytes, read now. */
export async function readChecksums(
  store: ObjectStore,
  place: { readonly bucket: string; readonly key: string },
  signal: AbortSignal,
): Promise<Required<Pick<Checksums, (typeof CONTENT)[number]>>> {
  const md5 = createHash("md5");
  using xxh128 = await takeHasher();
  let crc = 0;
  const take = (bytes: Uint8Array): void => {
    crc = crc32c(bytes, crc);
    md5.update(bytes);
    xxh128.update(bytes);
  };
  await store.readThrough(place.bucket, place.key, take, { signal });
  return {
    crc32c: crc.toString(16).padStart(8, "0"),
    md5: md5.digest("hex"),
    xxh128: xxh128.digest(),
  };
}

type StoreDeps = Pick<ArchiveDeps, "store" | "buckets">;

/** What the archive bucket holds below a prefix of an archive, without the manifest itself. */
export async function* standingObjects(
  { store, buckets }: StoreDeps,
  { flightId, kind }: ManifestHead,
  prefix: string,
): AsyncGenerator<StoredObject> {
  const manifest = archiveManifestKey(flightId, kind);
  for await (const object of objectsBelow(store, buckets.archive, prefix))
    if (object.key !== manifest) yield object;
}

/**
 * Why what stands in the archive is not what was archived, or undefined. The store's own checksums
 * decide; where it has none of those that were kept, the bytes are read.
 */
export async function objectFault(
  { store, buckets }: StoreDeps,
  kept: ArchivedObject,
  standing: StoredObject | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { key, size, checksums } = kept;
  if (standing === undefined) return `${key}: is missing`;
  if (standing.size !== size) return `${key}: has ${standing.size} of ${size} bytes`;
  let compared = compareChecksums(checksums, standing.checksums, { sameParts: true });
  // What is in cold storage is compared by what the store lists of it alone.
  if (compared === "unknown" && hasContentChecksum(checksums) && isReadable(standing)) {
    const read = await readChecksums(store, { bucket: buckets.archive, key }, signal);
    compared = compareChecksums(checksums, read, { sameParts: true });
  }
  return compared === "different" ? `${key}: its checksum is not the one archived` : undefined;
}
