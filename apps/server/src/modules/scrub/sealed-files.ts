import {
  type BucketRole,
  destinationBuckets,
  destinationPrefix,
  type SealedFile,
} from "@swath/contract/uploads";
import { placesOf, sealedFolders } from "../../domain/uploads/sealed-folders.ts";
import type { Upload } from "../../domain/uploads/upload-record.ts";
import type { ObjectPlace, ObjectStore } from "../../platform/object-store/object-store.ts";

/** One place of a file that was sealed; a file may stand in two buckets. */
export interface SealedPlace extends ObjectPlace {
  readonly file: SealedFile;
}

interface SealedData {
  /** When the manifests were sealed: another text where the data was replaced. */
  readonly sealed: string;
  readonly places: readonly SealedPlace[];
}

/** Every place in which data of an upload was sealed, always in the same order. */
export async function sealedData(
  { store, buckets }: { store: ObjectStore; buckets: Readonly<Record<BucketRole, string>> },
  { id, flight_id: flightId, type, locations }: Upload,
): Promise<SealedData> {
  const prefix = destinationPrefix({ flightId, uploadType: type });
  const sealed: string[] = [];
  const places: SealedPlace[] = [];
  for (const place of placesOf(locations))
    for await (const { manifest } of sealedFolders(store, place, flightId)) {
      if (manifest.uploadId !== id) continue;
      sealed.push(manifest.sealed);
      for (const file of manifest.files)
        for (const role of destinationBuckets(type, file.destination))
          places.push({ bucket: buckets[role], key: prefix + file.fullPath, file });
    }
  return { sealed: sealed.join(" "), places };
}
