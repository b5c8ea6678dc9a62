import { AppError } from "@swath/contract/errors";
import {
  type BucketRole,
  destinationBuckets,
  destinationPrefix,
  MAX_RECEIPT_FILES,
  type SealedFile,
  type SealedManifest,
  type StoredFile,
} from "@swath/contract/uploads";
import { sealedFolders } from "../../../domain/uploads/sealed-folders.ts";
import type { Upload } from "../../../domain/uploads/upload-record.ts";
import type { ObjectStore, StoredObject } from "../../../platform/object-store/object-store.ts";
import { objectsBelow } from "../../../platform/object-store/objects-below.ts";

export interface StoredData {
  readonly store: ObjectStore;
  readonly buckets: Readonly<Record<BucketRole, string>>;
}

type Place = StoredFile["places"][number];

const prefixOf = ({ flight_id, type }: Upload): string =>
  destinationPrefix({ flightId: flight_id, uploadType: type });
const rolesOf = ({ type }: Upload): BucketRole[] => destinationBuckets(type, "LIDAR_IMAGERY");

/** The sealed manifests of an upload, oldest first; other sensors' stand below the same prefix. */
async function sealedManifests(data: StoredData, upload: Upload): Promise<SealedManifest[]> {
  const found: SealedManifest[] = [];
  for (const role of rolesOf(upload)) {
    const place = { bucket: data.buckets[role], prefix: prefixOf(upload) };
    for await (const { manifest } of sealedFolders(data.store, place, upload.flight_id))
      if (manifest.uploadId === upload.id) found.push(manifest);
  }
  return found.toSorted((a, b) => Date.parse(a.sealed) - Date.parse(b.sealed));
}

/** Each file as it was sealed last, by its path. */
function sealedFiles(manifests: readonly SealedManifest[]): Map<string, SealedFile> {
  const files = new Map<string, SealedFile>();
  for (const manifest of manifests)
    for (const file of manifest.files) files.set(file.fullPath, file);
  if (files.size > MAX_RECEIPT_FILES)
    throw new AppError("ENTITY_TOO_LARGE", `more than ${MAX_RECEIPT_FILES} files`);
  return files;
}

type Standing = Pick<StoredObject, "size" | "modified"> & { readonly xxh128: string | undefined };

/** What a bucket lists now of the wanted files, by path. */
async function standing(
  { store, buckets }: StoredData,
  upload: Upload,
  wanted: { readonly role: BucketRole; readonly files: ReadonlyMap<string, SealedFile> },
): Promise<Map<string, Standing>> {
  const prefix = prefixOf(upload);
  const found = new Map<string, Standing>();
  const folders = new Set(Array.from(wanted.files.keys(), (path) => path.split("/", 1)[0]!));
  for (const folder of folders)
    for await (const object of objectsBelow(store, buckets[wanted.role], `${prefix}${folder}/`)) {
      const path = object.key.slice(prefix.length);
      const { size, modified, checksums } = object;
      if (wanted.files.has(path)) found.set(path, { size, modified, xxh128: checksums.xxh128 });
    }
  return found;
}

function faultOf({ originalSize, xxh128 }: SealedFile, object: Standing): Place["fault"] {
  if (object.size !== originalSize) return "otherSize";
  const [whole] = xxh128;
  // The store knows a checksum of the whole file; one of several parts has none that compares.
  if (object.xxh128 !== undefined && xxh128.length === 1 && object.xxh128 !== whole)
    return "otherChecksum";
  return null;
}

/** Every file of data that is ready, compared with what the store lists now, in order of its path. */
export async function storedFiles(data: StoredData, upload: Upload): Promise<StoredFile[]> {
  const files = sealedFiles(await sealedManifests(data, upload));
  const found = new Map<BucketRole, Map<string, Standing>>();
  for (const role of rolesOf(upload))
    found.set(role, await standing(data, upload, { role, files }));
  const placeOf = (file: SealedFile, role: BucketRole): Place => {
    const place = { bucket: data.buckets[role], key: `${prefixOf(upload)}${file.fullPath}` };
    const object = found.get(role)?.get(file.fullPath);
    if (object === undefined) return { ...place, stored: null, fault: "missing" };
    return { ...place, stored: object.modified.toISOString(), fault: faultOf(file, object) };
  };
  const sorted = [...files.values()].toSorted((a, b) => (a.fullPath < b.fullPath ? -1 : 1));
  return sorted.map((file) => ({
    path: file.fullPath,
    bytes: file.originalSize,
    xxh128: file.xxh128,
    modified: file.modified ?? null,
    statusChanged: file.statusChanged,
    places: destinationBuckets(upload.type, file.destination).map((role) => placeOf(file, role)),
  }));
}
