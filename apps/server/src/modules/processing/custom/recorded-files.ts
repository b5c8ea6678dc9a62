import { AppError } from "@swath/contract/errors";
import { manifestName, type SealedManifest } from "@swath/contract/uploads";
import { readSealedManifest } from "../../../domain/uploads/sealed-manifest.ts";
import { foldersBelow } from "../../../platform/object-store/objects-below.ts";
import type { ObjectStore } from "../../../platform/object-store/object-store.ts";
import type { Db } from "../../../platform/postgres/schema.ts";

interface Deps {
  readonly db: Db;
  readonly store: ObjectStore;
}

interface Place {
  readonly bucket: string;
  readonly prefix: string;
}

const LOCATION = /^s3:\/\/([^/]+)\/(.*)$/;

function placeOf(location: string): Place[] {
  const [, bucket, prefix] = LOCATION.exec(location) ?? [];
  return bucket === undefined || prefix === undefined ? [] : [{ bucket, prefix }];
}

async function sealedIn(
  { store }: Deps,
  { bucket, prefix }: Place,
  flightId: string,
): Promise<SealedManifest[]> {
  const found: SealedManifest[] = [];
  for await (const folder of foldersBelow(store, bucket, prefix)) {
    const key = `${prefix}${folder}/${manifestName(flightId)}`;
    const source = await store.read(bucket, key).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "OBJECT_NOT_FOUND") return undefined;
      throw error;
    });
    const manifest = source && (await readSealedManifest(source));
    if (manifest !== undefined) found.push(manifest);
  }
  return found;
}

/** Names of the files that the ready uploads of some sensors of a flight brought. */
export interface RecordedFiles {
  /** Those that fit a pattern, sorted, each once. */
  readonly matching: (pattern: RegExp) => string[];
}

/** Reads what the ready uploads of some sensors of a flight brought. */
export async function recordedFiles(
  deps: Deps,
  flightId: string,
  sensors: readonly string[],
): Promise<RecordedFiles> {
  const uploads = await deps.db
    .selectFrom("uploads")
    .select(["id", "locations"])
    .where("flight_id", "=", flightId)
    .where("status", "=", "DATA_READY")
    .where("sensor_name", "in", sensors.length === 0 ? [""] : sensors)
    .execute();
  const ids = new Set(uploads.map(({ id }) => id));
  const locations = new Set(uploads.flatMap((upload) => upload.locations));
  const names = new Set<string>();
  for (const place of [...locations].flatMap(placeOf))
    for (const { uploadId, files } of await sealedIn(deps, place, flightId))
      // Uploads of one type stand side by side, those of other sensors too.
      if (ids.has(uploadId)) for (const { fileName } of files) names.add(fileName);
  return { matching: (pattern) => [...names].filter((name) => pattern.test(name)).toSorted() };
}
