import {
  type BucketRole,
  destinationBuckets,
  destinationPrefix,
  type SealedFile,
  type SealedManifest,
} from "@swath/contract/uploads";
import type { ObjectPlace, ObjectStore } from "../../platform/object-store/object-store.ts";
import { sealedFolders } from "./sealed-manifest.ts";
import type { Upload } from "./upload-record.ts";

export interface DataStore {
  readonly store: ObjectStore;
  readonly buckets: Readonly<Record<BucketRole, string>>;
}

/** A file of an upload's data, as it was sealed last. */
export interface SealedEntry {
  readonly file: SealedFile;
  /** When the manifest was sealed that says so. */
  readonly sealed: Date;
  /** Number of its first place among those of the upload. */
  readonly at: number;
  /** A file may stand in two buckets. */
  readonly places: readonly ObjectPlace[];
}

/** What is sealed of an upload's data: places are numbered the same way each time. */
export interface SealedData {
  /** When the manifests were sealed: another text where the data was replaced. */
  readonly sealed: string;
  readonly entries: readonly SealedEntry[];
  readonly places: number;
}

export const dataPrefix = ({ flight_id, type }: Pick<Upload, "flight_id" | "type">): string =>
  destinationPrefix({ flightId: flight_id, uploadType: type });

/** Every bucket that may hold data of an upload of this type. */
export const rolesOfData = ({ type }: Pick<Upload, "type">): BucketRole[] =>
  destinationBuckets(type, "LIDAR_IMAGERY");

/** The sealed manifests of an upload, oldest first; other sensors' stand below the same prefix. */
async function sealedManifests(data: DataStore, upload: Upload): Promise<SealedManifest[]> {
  const found: SealedManifest[] = [];
  for (const role of rolesOfData(upload)) {
    const place = { bucket: data.buckets[role], prefix: dataPrefix(upload) };
    for await (const { manifest } of sealedFolders(data.store, place, upload.flight_id))
      if (manifest.uploadId === upload.id) found.push(manifest);
  }
  return found.toSorted((a, b) => Date.parse(a.sealed) - Date.parse(b.sealed));
}

/** Every file in which data of an upload was sealed: of a path that two manifests name, the later one. */
export async function sealedData(data: DataStore, upload: Upload): Promise<SealedData> {
  const manifests = await sealedManifests(data, upload);
  const files = new Map<string, { file: SealedFile; sealed: Date }>();
  for (const { files: sealedFiles, sealed } of manifests) {
    const at = new Date(sealed);
    for (const file of sealedFiles) files.set(file.fullPath, { file, sealed: at });
  }
  const prefix = dataPrefix(upload);
  const entries: SealedEntry[] = [];
  let count = 0;
  for (const { file, sealed } of files.values()) {
    const places = destinationBuckets(upload.type, file.destination).map((role) => ({
      bucket: data.buckets[role],
      key: prefix + file.fullPath,
    }));
    entries.push({ file, sealed, at: count, places });
    count += places.length;
  }
  return { sealed: manifests.map(({ sealed }) => sealed).join(" "), entries, places: count };
}
