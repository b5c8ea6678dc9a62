import {
  destinationBuckets,
  destinationPrefix,
  manifestName,
  type SealedManifest,
} from "@swath/contract/uploads";
import type { DataStore } from "../../domain/uploads/sealed-files.ts";
import { readSealedAt } from "../../domain/uploads/sealed-manifest.ts";
import type { BackedUpObject } from "../repository/snapshot-files.ts";
import type { ObjectGroup } from "./object-groups.ts";

const DATA_FOLDER = /^(FL\d{6})\/[^/]+\/[^/]+\/$/;

/** The manifests that are sealed of a folder of data, oldest first: an update may have sealed its own elsewhere. */
async function manifestsOf({ store, buckets }: DataStore, prefix: string, flightId: string) {
  const found: SealedManifest[] = [];
  const key = prefix + manifestName(flightId);
  const names = [buckets.lidar, buckets.imagery, buckets.terrainMapperLidar];
  for (const bucket of new Set(names)) {
    const manifest = await readSealedAt(store, bucket, key);
    if (manifest !== undefined) found.push(manifest);
  }
  return found.toSorted((a, b) => Date.parse(a.sealed) - Date.parse(b.sealed));
}

/** Whether any of the buckets of a file is this one. */
const standsIn = (
  { buckets }: DataStore,
  bucket: string,
  { uploadType }: SealedManifest,
  { destination }: SealedManifest["files"][number],
): boolean => destinationBuckets(uploadType, destination).some((role) => buckets[role] === bucket);

/**
 * The first file of a folder of uploaded data that was not backed up as it was sealed; undefined where
 * there is none, or where the folder is none of sealed data.
 */
export async function sealedFault(
  data: DataStore,
  { bucket, prefix, isWhole }: ObjectGroup,
  backedUp: readonly BackedUpObject[],
): Promise<string | undefined> {
  const flightId = DATA_FOLDER.exec(prefix)?.[1];
  if (flightId === undefined || !isWhole) return undefined;
  const expected = new Map<string, { size: number; xxh128: readonly string[] }>();
  for (const manifest of await manifestsOf(data, prefix, flightId))
    for (const file of manifest.files)
      if (standsIn(data, bucket, manifest, file))
        expected.set(destinationPrefix(manifest) + file.fullPath, {
          size: file.originalSize,
          xxh128: file.xxh128,
        });
  const kept = new Map(backedUp.map((object) => [object.key, object]));
  for (const [key, { size, xxh128 }] of expected) {
    const object = kept.get(key);
    if (object === undefined) return `${bucket}/${key}: is missing`;
    const sums = object.xxh128?.join(" ");
    if (object.size !== size || (sums !== undefined && sums !== xxh128.join(" ")))
      return `${bucket}/${key}: is not what was sealed`;
  }
  return undefined;
}
