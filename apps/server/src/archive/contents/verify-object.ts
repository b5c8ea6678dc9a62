import type { StoredObject } from "../../platform/object-store/object-store.ts";
import { objectsBelow } from "../../platform/object-store/objects-below.ts";
import type { ArchiveDeps } from "../archive-deps.ts";
import { archiveManifestKey } from "../archive-place.ts";
import type { ArchivedObject, ManifestHead } from "./archive-manifest.ts";
import { compareChecksums, readChecksums, hasContentChecksum } from "./checksums.ts";

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
  if (compared === "unknown" && hasContentChecksum(checksums)) {
    const read = await readChecksums(store, { bucket: buckets.archive, key }, signal);
    compared = compareChecksums(checksums, read, { sameParts: true });
  }
  return compared === "different" ? `${key}: its checksum is not the one archived` : undefined;
}
