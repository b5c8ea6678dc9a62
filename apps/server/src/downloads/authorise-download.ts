import { text } from "node:stream/consumers";
import type { DownloadOf } from "@swath/contract/downloads";
import { AppError } from "@swath/contract/errors";
import { may, type Role } from "@swath/contract/identity";
import { outputManifestSchema } from "@swath/contract/processing";
import type { BucketRole } from "@swath/contract/uploads";
import { checkReadable } from "../domain/cold/cold-facts.ts";
import { outputBucket, outputManifestKey } from "../domain/processing/output-place.ts";
import type { ObjectPlace, ObjectStore } from "../platform/object-store/object-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { Processing } from "../domain/processing/processing.tables.ts";

/** What outputs are looked up in. */
export interface StoredOutputs {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly buckets: Readonly<Record<BucketRole, string>>;
}

/** An object that someone may download, and the flight that it is of. */
export interface AuthorisedDownload extends ObjectPlace {
  readonly flightId: string;
}

/**
 * The processing of a link. One refusal for what there is not, for what is not the sensor's, the
 * project's or the area's of the link, and for what the caller may not see: nothing is learnt of it.
 */
async function processingOf(
  { db }: StoredOutputs,
  { id, sensor, project, aoi }: DownloadOf,
  roles: readonly Role[],
): Promise<Processing> {
  const found = await db
    .selectFrom("processings")
    .selectAll()
    .where((eb) => eb.or([eb("id", "=", id), eb("guid", "=", id)]))
    .where("sensor_id", "=", sensor)
    .where("project_id", "is not distinct from", project)
    .where("aoi_no", "is not distinct from", aoi)
    .executeTakeFirst();
  if (found !== undefined && (found.area === "ip" || may(roles, "readTerrainMapper"))) return found;
  throw new AppError("PROCESSING_NOT_FOUND", "there is no such processing");
}

/** The key of a job's published output by its path; undefined where none of that path is published. */
async function publishedKey(
  { store }: StoredOutputs,
  bucket: string,
  { guid }: Processing,
  { job, path }: { readonly job: string; readonly path: string },
): Promise<string | undefined> {
  const key = outputManifestKey(guid, job);
  if ((await store.head(bucket, key)) === undefined) return undefined;
  const json = await text(await store.read(bucket, key));
  const { folder, files } = outputManifestSchema.parse(JSON.parse(json));
  return files.some((file) => file.path === path) ? `${folder}${path}` : undefined;
}

/**
 * Where a file of a processing's outputs stands: always below its own folder, in the bucket of the job
 * that the path begins with. Throws PROCESSING_NOT_FOUND, OBJECT_NOT_FOUND, OBJECT_COLD.
 */
export async function authoriseDownload(
  deps: StoredOutputs,
  of: DownloadOf,
  file: string,
  roles: readonly Role[],
): Promise<AuthorisedDownload> {
  const processing = await processingOf(deps, of, roles);
  const [job = "", ...rest] = file.split("/");
  const bucket = deps.buckets[outputBucket(processing, job)];
  const path = rest.join("/");
  const folder = `${processing.guid}/`;
  const key = (await publishedKey(deps, bucket, processing, { job, path })) ?? `${folder}${file}`;
  const object = key.startsWith(folder) ? await deps.store.head(bucket, key) : undefined;
  if (object === undefined)
    throw new AppError("OBJECT_NOT_FOUND", "the processing has no such output");
  await checkReadable(deps.db, bucket, [object]);
  return { bucket, key, flightId: processing.flight_id };
}
