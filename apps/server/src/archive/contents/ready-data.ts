import { type BucketRole, destinationBuckets, destinationPrefix } from "@swath/contract/uploads";
import { coldReason } from "../../domain/cold/cold-facts.ts";
import { type SealedFolder, sealedFolders } from "../../domain/uploads/sealed-manifest.ts";
import type { Upload } from "../../domain/uploads/upload-record.ts";
import { compareKeys } from "../../platform/object-store/object-key.ts";
import type { StoredObject } from "../../platform/object-store/object-store.ts";
import { objectsBelow } from "../../platform/object-store/objects-below.ts";
import { isReadable } from "../../platform/object-store/store-refusals.ts";
import type { ArchiveKind } from "../../domain/archives/archives.tables.ts";
import { type ArchiveDeps, ArchiveFault, archivePrefix, dataBuckets } from "../archive-place.ts";

/** A folder of rebuilt data, and where its archive stands; prefixes end with `/`. */
export interface DataFolder {
  readonly kind: ArchiveKind;
  readonly bucket: string;
  readonly source: string;
  readonly target: string;
}

/** The folders of an upload by their sealed manifests; other sensors' stand below the same prefix. */
async function* foldersOf(
  { store, buckets }: ArchiveDeps,
  upload: Upload,
): AsyncGenerator<SealedFolder> {
  const { flight_id: flightId, type } = upload;
  const prefix = destinationPrefix({ flightId, uploadType: type });
  for (const { role } of dataBuckets(type))
    for await (const folder of sealedFolders(store, { bucket: buckets[role], prefix }, flightId))
      if (folder.manifest.uploadId === upload.id) yield folder;
}

/** Compares what a bucket lists of a folder with its sealed manifest; answers whether any is there. */
async function checkFolder(
  { store, buckets }: ArchiveDeps,
  { manifest }: SealedFolder,
  place: { role: BucketRole; prefix: string; parent: string },
): Promise<boolean> {
  const { uploadType } = manifest;
  const wanted = new Map(
    manifest.files
      .filter(({ destination }) => destinationBuckets(uploadType, destination).includes(place.role))
      .map((file) => [file.fullPath, file]),
  );
  if (wanted.size === 0) return false;
  const cold: StoredObject[] = [];
  for await (const object of objectsBelow(store, buckets[place.role], place.prefix)) {
    const path = object.key.slice(place.parent.length);
    const file = wanted.get(path);
    if (file === undefined) continue;
    if (object.size !== file.originalSize)
      throw new ArchiveFault(`${path}: has ${object.size} of ${file.originalSize} bytes`);
    const known = object.checksums.xxh128;
    if (known !== undefined && file.xxh128.length === 1 && known !== file.xxh128[0])
      throw new ArchiveFault(`${path}: its checksum is not that of the source`);
    if (!isReadable(object)) cold.push(object);
    wanted.delete(path);
  }
  const [missing] = wanted.keys();
  if (missing !== undefined)
    throw new ArchiveFault(`${missing}: is missing from ${buckets[place.role]}`);
  // It would be met halfway, when the object is copied.
  const reason = coldReason(cold);
  if (reason !== undefined) throw new ArchiveFault(reason);
  return true;
}

/** The data folders of an upload, each compared with what was sealed; throws {@link ArchiveFault}. */
async function* uploadFolders(deps: ArchiveDeps, upload: Upload): AsyncGenerator<DataFolder> {
  const { flight_id: flightId, type } = upload;
  const parent = destinationPrefix({ flightId, uploadType: type });
  let found = false;
  for await (const folder of foldersOf(deps, upload)) {
    found = true;
    const prefix = `${parent}${folder.name}/`;
    for (const { role, kind } of dataBuckets(type))
      if (await checkFolder(deps, folder, { role, prefix, parent }))
        yield {
          kind,
          bucket: deps.buckets[role],
          source: prefix,
          target: `${archivePrefix(flightId, kind)}${type}/${folder.name}/`,
        };
  }
  if (!found) throw new ArchiveFault(`${type}: no sealed manifest lists its data`);
}

/**
 * The data of uploads, whole as it was sealed, in the order of the places it is archived in; throws
 * {@link ArchiveFault} where something is missing or changed.
 */
export async function findReadyData(
  deps: ArchiveDeps,
  uploads: readonly Upload[],
): Promise<DataFolder[]> {
  const folders: DataFolder[] = [];
  for (const upload of uploads)
    for await (const folder of uploadFolders(deps, upload)) folders.push(folder);
  return folders.toSorted((a, b) => compareKeys(a.target, b.target));
}
