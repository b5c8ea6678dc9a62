import { sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import { manifestName } from "@swath/contract/uploads";
import { readSealedManifest } from "../../../domain/uploads/sealed-manifest.ts";
import { foldersBelow } from "../../../platform/object-store/objects-below.ts";
import type { ObjectStore } from "../../../platform/object-store/object-store.ts";
import type { Db } from "../../../platform/postgres/schema.ts";

interface Deps {
  readonly db: Db;
  readonly store: ObjectStore;
}

const LOCATION = /^s3:\/\/([^/]+)\/(.*)$/;

/** Folders of a flight's ready data: `{bucket, prefix}`, each once. */
async function readyPlaces(
  db: Db,
  flightId: string,
): Promise<{ bucket: string; prefix: string }[]> {
  const { rows } = await sql<{ location: string }>`
    SELECT DISTINCT unnest(locations) AS location FROM uploads
    WHERE flight_id = ${flightId} AND status = 'DATA_READY'`.execute(db);
  return rows.flatMap(({ location }) => {
    const [, bucket, prefix] = LOCATION.exec(location) ?? [];
    return bucket === undefined || prefix === undefined ? [] : [{ bucket, prefix }];
  });
}

async function namesBelow(
  { store }: Deps,
  flightId: string,
  place: { readonly bucket: string; readonly prefix: string },
): Promise<string[]> {
  const names: string[] = [];
  for await (const folder of foldersBelow(store, place.bucket, place.prefix)) {
    const key = `${place.prefix}${folder}/${manifestName(flightId)}`;
    const source = await store.read(place.bucket, key).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "OBJECT_NOT_FOUND") return undefined;
      throw error;
    });
    const manifest = source && (await readSealedManifest(source));
    for (const { fileName } of manifest?.files ?? []) names.push(fileName);
  }
  return names;
}

/** Names of the files of a flight's ready uploads that fit a pattern, sorted, each once. */
export async function recordedFiles(
  deps: Deps,
  flightId: string,
  pattern: RegExp,
): Promise<string[]> {
  const names = new Set<string>();
  for (const place of await readyPlaces(deps.db, flightId))
    for (const name of await namesBelow(deps, flightId, place))
      if (pattern.test(name)) names.add(name);
  return [...names].toSorted();
}
