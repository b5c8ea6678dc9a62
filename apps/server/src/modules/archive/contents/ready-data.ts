import { AppError } from "@swath/contract/errors";
import {
  type BucketRole,
  destinationBuckets,
  destinationPrefix,
  manifestName,
  type SealedManifest,
} from "@swath/contract/uploads";
import { readSealedManifest } from "../../../domain/uploads/sealed-manifest.ts";
import type { Upload } from "../../../domain/uploads/upload-record.ts";
import { compareKeys } from "../../../platform/object-store/key-order.ts";
import { foldersBelow, objectsBelow } from "../../../platform/object-store/objects-below.ts";
import type { ArchiveKind } from "../../../domain/archives/archives.tables.ts";
import type { ArchiveDeps } from "../archive-deps.ts";
import { ArchiveFault } from "../archive-fault.ts";
import { archivePrefix, dataBuckets } from "../archive-place.ts";

/** A folder of rebuilt data, and where its archive stands; prefixes end with `/`. */
export interface DataFolder {
  readonly kind: ArchiveKind;
  readonly bucket: string;
  readonly source: string;
  readonly target: string;
}

interface SealedFolder {
  readonly name: string;
  readonly manifest: SealedManifest;
}

/** The folders of an upload by their sealed manifests; other sensors' stand below the same prefix. */
async function* sealedFolders(
  { store, buckets }: ArchiveDeps,
  upload: Upload,
): AsyncGenerator<SealedFolder> {
  const prefix = destinationPrefix({ flightId: upload.flight_id, uploadType: upload.type });
  for (const { role } of dataBuckets(upload.type))
    for await (const name of foldersBelow(store, buckets[role], prefix)) {
      const key = `${prefix}${name}/${manifestName(upload.flight_id)}`;
      const manifest = await readSealed({ store, bucket: buckets[role], key });
      if (manifest?.uploadId === upload.id) yield { name, manifest };
    }
}

async function readSealed(place: {
  store: ArchiveDeps["store"];
  bucket: string;
  key: string;
}): Promise<SealedManifest | undefined> {
  try {
    return await readSealedManifest(await place.store.read(place.bucket, place.key));
  } catch (error) {
    // A folder that is being rebuilt has none yet.
    if (error instanceof AppError && error.code === "OBJECT_NOT_FOUND") return undefined;
    throw error;
  }
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
  for await (const object of objectsBelow(store, buckets[place.role], place.prefix)) {
    const path = object.key.slice(place.parent.length);
    const file = wanted.get(path);
    if (file === undefined) continue;
    if (object.size !== file.originalSize)
      throw new ArchiveFault(`${path}: has ${object.size} of ${file.originalSize} bytes`);
    const known = object.checksums.xxh128;
    if (known !== undefined && file.xxh128.length === 1 && known !== file.xxh128[0])
      throw new ArchiveFault(`${path}: its checksum is not that of the source`);
    wanted.delete(path);
  }
  const [missing] = wanted.keys();
  if (missing !== undefined)
    throw new ArchiveFault(`${missing}: is missing from ${buckets[place.role]}`);
  return true;
}

/** The data folders of an upload, each compared with what was sealed; throws {@link ArchiveFault}. */
async function* uploadFolders(deps: ArchiveDeps, upload: Upload): AsyncGenerator<DataFolder> {
  const { flight_id: flightId, type } = upload;
  const parent = destinationPrefix({ flightId, uploadType: type });
  let found = false;
  for await (const folder of sealedFolders(deps, upload)) {
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
