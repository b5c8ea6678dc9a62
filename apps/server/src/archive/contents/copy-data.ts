import { AppError } from "@swath/contract/errors";
import type { StoredObject } from "../../platform/object-store/object-store.ts";
import { objectsBelow } from "../../platform/object-store/objects-below.ts";
import { type ArchiveDeps, ArchiveFault } from "../archive-place.ts";
import { compareChecksums } from "./verify-object.ts";
import { forEachConcurrently } from "../../platform/concurrency/for-each.ts";
import type { DataFolder } from "./ready-data.ts";
import { mergeByKey } from "./merge-by-key.ts";

const COPIES_AT_ONCE = 8;

/** A rebuilt object, under the key of its archive. */
export interface SourceObject extends StoredObject {
  readonly source: { readonly bucket: string; readonly key: string };
}

/** The objects of folders that stand in the order of their targets, by the keys of their archive. */
export async function* sourceObjects(
  { store }: ArchiveDeps,
  folders: readonly DataFolder[],
): AsyncGenerator<SourceObject> {
  for (const { bucket, source, target } of folders)
    for await (const object of objectsBelow(store, bucket, source)) {
      const key = target + object.key.slice(source.length);
      yield { ...object, key, source: { bucket, key: object.key } };
    }
}

/** Where no checksum decides, a copy that is younger than its source is one of it. */
function isCopied(source: SourceObject, copy: StoredObject | undefined): boolean {
  if (copy?.size !== source.size) return false;
  const compared = compareChecksums(source.checksums, copy.checksums, { sameParts: false });
  return compared === "same" || (compared === "unknown" && copy.modified >= source.modified);
}

async function copyOne(
  { store, buckets, storageClass }: ArchiveDeps,
  { key, source }: SourceObject,
  signal: AbortSignal,
): Promise<void> {
  const target = { bucket: buckets.archive, key, signal };
  try {
    await store.copy(source, storageClass === undefined ? target : { ...target, storageClass });
  } catch (error) {
    if (error instanceof AppError && error.code === "CHECKSUM_MISMATCH")
      throw new ArchiveFault(`${source.key}: is damaged in ${source.bucket}`);
    throw error;
  }
}

/** Copies what the archive does not hold yet; run again, it leaves out what stands there. */
export async function copyData(
  deps: ArchiveDeps,
  folders: readonly DataFolder[],
  signal: AbortSignal,
): Promise<void> {
  for (const folder of folders) {
    const standing = objectsBelow(deps.store, deps.buckets.archive, folder.target);
    const pairs = mergeByKey(sourceObjects(deps, [folder]), standing);
    await forEachConcurrently(pairs, COPIES_AT_ONCE, async ({ left, right }) => {
      signal.throwIfAborted();
      if (left !== undefined && !isCopied(left, right)) await copyOne(deps, left, signal);
    });
  }
}
