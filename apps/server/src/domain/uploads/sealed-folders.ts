import { AppError } from "@swath/contract/errors";
import { manifestName, type SealedManifest } from "@swath/contract/uploads";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import { foldersBelow } from "../../platform/object-store/objects-below.ts";
import { readSealedManifest } from "./sealed-manifest.ts";

/** Where the data of uploads stands: each in a folder of its own below the prefix. */
export interface DataPlace {
  readonly bucket: string;
  /** Ends with `/`. */
  readonly prefix: string;
}

export interface SealedFolder {
  readonly name: string;
  readonly manifest: SealedManifest;
}

const LOCATION = /^s3:\/\/([^/]+)\/(.*)$/;

/** The places of an upload's `locations`. */
export function placesOf(locations: Iterable<string>): DataPlace[] {
  return [...new Set(locations)].flatMap((location) => {
    const [, bucket, prefix] = LOCATION.exec(location) ?? [];
    return bucket === undefined || prefix === undefined ? [] : [{ bucket, prefix }];
  });
}

/** The folders of a place with their sealed manifests; what is being rebuilt has none yet. */
export async function* sealedFolders(
  store: ObjectStore,
  { bucket, prefix }: DataPlace,
  flightId: string,
): AsyncGenerator<SealedFolder> {
  for await (const name of foldersBelow(store, bucket, prefix)) {
    const key = `${prefix}${name}/${manifestName(flightId)}`;
    const manifest = await readSealedAt(store, bucket, key);
    if (manifest !== undefined) yield { name, manifest };
  }
}

/** The sealed manifest of a key; undefined where none stands there. */
export async function readSealedAt(
  store: ObjectStore,
  bucket: string,
  key: string,
): Promise<SealedManifest | undefined> {
  try {
    return await readSealedManifest(await store.read(bucket, key));
  } catch (error) {
    if (error instanceof AppError && error.code === "OBJECT_NOT_FOUND") return undefined;
    throw error;
  }
}
