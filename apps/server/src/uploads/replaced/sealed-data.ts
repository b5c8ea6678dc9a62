import {
  destinationPrefix,
  manifestName,
  type SealedFile,
  type SealedManifest,
} from "@swath/contract/uploads";
import { rolesOfData } from "../../domain/uploads/sealed-files.ts";
import { readSealedAt } from "../../domain/uploads/sealed-manifest.ts";
import type { Upload } from "../../domain/uploads/upload-record.ts";
import type { StoredObject } from "../../platform/object-store/object-store.ts";
import type { ReplacedDeps } from "./replaced-place.ts";

/** Room for the names that the rebuild gives its own objects beside those that land. */
export const REBUILT = "@rebuilt.";

/** Where an upload's sealed manifest stands, below the first destination bucket. */
export function sealedKey(upload: Pick<Upload, "flight_id" | "type">, baseFolder: string): string {
  const prefix = destinationPrefix({ flightId: upload.flight_id, uploadType: upload.type });
  return `${prefix}${baseFolder}/${manifestName(upload.flight_id)}`;
}

/** A manifest that is sealed in a folder of the data, and where it stands. */
export interface SealedAt {
  readonly bucket: string;
  readonly key: string;
  readonly manifest: SealedManifest;
}

/** The manifests of a folder of the data, oldest first: an update may have sealed its own elsewhere. */
export async function sealedAt(
  { store, buckets }: Pick<ReplacedDeps, "store" | "buckets">,
  upload: Pick<Upload, "flight_id" | "type">,
  baseFolder: string,
): Promise<SealedAt[]> {
  const key = sealedKey(upload, baseFolder);
  const found: SealedAt[] = [];
  for (const role of rolesOfData(upload)) {
    const manifest = await readSealedAt(store, buckets[role], key);
    if (manifest !== undefined) found.push({ bucket: buckets[role], key, manifest });
  }
  return found.toSorted((a, b) => Date.parse(a.manifest.sealed) - Date.parse(b.manifest.sealed));
}

/** Whether two files have the same content, by their size and the checksums of their parts. */
export function isSameContent(
  a: Pick<SealedFile, "originalSize" | "xxh128">,
  b: Pick<SealedFile, "originalSize" | "xxh128">,
): boolean {
  return (
    a.originalSize === b.originalSize &&
    a.xxh128.length === b.xxh128.length &&
    a.xxh128.every((sum, part) => sum === b.xxh128[part])
  );
}

/** Whether an object is the sealed file, as far as the store itself can tell. */
export function isSealedObject(
  { originalSize, xxh128 }: SealedFile,
  { size, checksums }: Pick<StoredObject, "size" | "checksums">,
): boolean {
  if (size !== originalSize) return false;
  return checksums.xxh128 === undefined || xxh128.length !== 1 || checksums.xxh128 === xxh128[0];
}
