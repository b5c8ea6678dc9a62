import { AppError } from "@swath/contract/errors";
import { MAX_RECEIPT_FILES, type SealedFile, type StoredFile } from "@swath/contract/uploads";
import {
  dataPrefix,
  type DataStore,
  rolesOfData,
  type SealedData,
  sealedData,
  type SealedEntry,
} from "../../domain/uploads/sealed-files.ts";
import { type Readings, readReadings } from "../../domain/uploads/stored-readings.ts";
import type { Upload } from "../../domain/uploads/upload-record.ts";
import type { ObjectPlace, StoredObject } from "../../platform/object-store/object-store.ts";
import { objectsBelow } from "../../platform/object-store/objects-below.ts";
import { isReadable } from "../../platform/object-store/store-refusals.ts";
import type { Db } from "../../platform/postgres/schema.ts";

export interface StoredData extends DataStore {
  readonly db: Db;
}

type Place = StoredFile["places"][number];
type Standing = Pick<StoredObject, "size" | "modified" | "cold"> & {
  readonly xxh128: string | undefined;
};

/** What a bucket lists now of the sealed files, by key. */
async function standing(
  { store }: StoredData,
  upload: Upload,
  { bucket, keys }: { readonly bucket: string; readonly keys: ReadonlySet<string> },
): Promise<Map<string, Standing>> {
  const prefix = dataPrefix(upload);
  const found = new Map<string, Standing>();
  const folders = new Set(Array.from(keys, (key) => key.slice(prefix.length).split("/", 1)[0]!));
  for (const folder of folders)
    for await (const { key, size, modified, checksums, cold } of objectsBelow(
      store,
      bucket,
      `${prefix}${folder}/`,
    ))
      if (keys.has(key))
        found.set(key, { size, modified, xxh128: checksums.xxh128, ...(cold && { cold }) });
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

/** A place of a file, what is listed there, and what readings found. */
function placeOf(
  entry: SealedEntry,
  { place, index }: { readonly place: ObjectPlace; readonly index: number },
  { object, readings }: { readonly object: Standing | undefined; readonly readings: Readings },
): Place {
  const { bucket, key } = place;
  if (object === undefined) return { bucket, key, stored: null, read: null, fault: "missing" };
  const stored = object.modified.toISOString();
  const fault = faultOf(entry.file, object) ?? (readings.isDamaged(place) ? "damaged" : null);
  const read = fault === null ? readings.readAt(entry, index, object.modified) : null;
  const isCold = isReadable(object) ? {} : { isCold: true };
  return { bucket, key, stored, read: read?.toISOString() ?? null, fault, ...isCold };
}

async function listAll(data: StoredData, upload: Upload, { entries }: SealedData) {
  const found = new Map<string, Map<string, Standing>>();
  for (const bucket of new Set(rolesOfData(upload).map((role) => data.buckets[role]))) {
    const own = entries.flatMap(({ places }) => places).filter((place) => place.bucket === bucket);
    const keys = new Set(own.map(({ key }) => key));
    found.set(bucket, await standing(data, upload, { bucket, keys }));
  }
  return found;
}

/**
 * Every file of data that is ready, compared with what the store lists now and with what readings
 * found, in order of its path.
 */
export async function storedFiles(data: StoredData, upload: Upload): Promise<StoredFile[]> {
  const sealed = await sealedData(data, upload);
  if (sealed.entries.length > MAX_RECEIPT_FILES)
    throw new AppError("ENTITY_TOO_LARGE", `more than ${MAX_RECEIPT_FILES} files`);
  const found = await listAll(data, upload, sealed);
  const readings = await readReadings(data.db, upload.id, sealed);
  const sorted = sealed.entries.toSorted((a, b) => (a.file.fullPath < b.file.fullPath ? -1 : 1));
  return sorted.map((entry) => ({
    path: entry.file.fullPath,
    bytes: entry.file.originalSize,
    xxh128: entry.file.xxh128,
    modified: entry.file.modified ?? null,
    statusChanged: entry.file.statusChanged,
    places: entry.places.map((place, index) => {
      const object = found.get(place.bucket)?.get(place.key);
      return placeOf(entry, { place, index }, { object, readings });
    }),
  }));
}
