import type { ArchiveValidation } from "@swath/contract/archive";
import { AppError } from "@swath/contract/errors";
import type { Db } from "../platform/postgres/schema.ts";
import type { ArchiveKind } from "../domain/archives/archives.tables.ts";
import { objectFault, standingObjects } from "./contents/verify-object.ts";
import { type ArchiveDeps, ArchiveFault, archiveManifestKey } from "./archive-place.ts";
import {
  type ArchivedObject,
  ArchiveManifest,
  type ManifestHead,
} from "./contents/archive-manifest.ts";
import { readSeal } from "./contents/seal-archive.ts";
import { mergeByKey } from "./contents/merge-by-key.ts";

export interface ArchiveQuestion {
  readonly bucket: string;
  /** Of an archive, or of a folder within it; the last `/` may be left out. */
  readonly prefix: string;
}

export interface KnownArchive extends ManifestHead {
  readonly bucket: string;
  /** As requested, with its last `/`. */
  readonly prefix: string;
}

type ReadDeps = Pick<ArchiveDeps, "db" | "store" | "buckets">;

const withSlash = (prefix: string): string => (prefix.endsWith("/") ? prefix : `${prefix}/`);

function notAnArchive(question: ArchiveQuestion): AppError {
  return new AppError("OBJECT_NOT_FOUND", "no flight's archive stands there", { ...question });
}

/**
 * The archive that a question is about. Only what a flight has as its archive path, in the archive
 * bucket, is one: all else is OBJECT_NOT_FOUND, whether something stands there or not.
 */
export async function findArchive(
  { db, buckets }: ReadDeps,
  question: ArchiveQuestion,
): Promise<KnownArchive> {
  const prefix = withSlash(question.prefix);
  const flightId = /(?:^|\/)(FL\d{6})\//.exec(prefix)?.[1];
  if (question.bucket !== buckets.archive || flightId === undefined) throw notAnArchive(question);
  const requested = `s3://${question.bucket}/${prefix}`;
  for (const { kind, path } of await archivePaths(db, flightId))
    if (path !== null && requested.startsWith(withSlash(path)))
      return { flightId, kind, bucket: question.bucket, prefix };
  throw notAnArchive(question);
}

async function archivePaths(
  db: Db,
  flightId: string,
): Promise<{ kind: ArchiveKind; path: string | null }[]> {
  const flight = await db
    .selectFrom("flights")
    .select(["archive_s3_path_lidar", "archive_s3_path_imagery"])
    .where("flight_id", "=", flightId)
    .executeTakeFirst();
  if (flight === undefined) return [];
  return [
    { kind: "LiDAR", path: flight.archive_s3_path_lidar },
    { kind: "Imagery", path: flight.archive_s3_path_imagery },
  ];
}

async function openManifest({ store, buckets }: ReadDeps, head: KnownArchive) {
  const key = archiveManifestKey(head.flightId, head.kind);
  const bytes = await store.read(buckets.archive, key).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "OBJECT_NOT_FOUND")
      throw new ArchiveFault(`${key}: is missing`);
    throw error;
  });
  return new ArchiveManifest(bytes, head);
}

async function* below(
  objects: AsyncIterable<ArchivedObject>,
  prefix: string,
): AsyncGenerator<ArchivedObject> {
  for await (const object of objects) if (object.key.startsWith(prefix)) yield object;
}

async function check(deps: ReadDeps, archive: KnownArchive, signal: AbortSignal): Promise<void> {
  const manifest = await openManifest(deps, archive);
  const standing = standingObjects(deps, archive, archive.prefix);
  let objects = 0;
  for await (const { key, left, right } of mergeByKey(below(manifest, archive.prefix), standing)) {
    signal.throwIfAborted();
    if (left === undefined) throw new ArchiveFault(`${key}: was never archived`);
    const fault = await objectFault(deps, left, right, signal);
    if (fault !== undefined) throw new ArchiveFault(fault);
    objects += 1;
  }
  const seal = await readSeal(deps.db, archive);
  if (seal !== undefined && seal !== manifest.seal?.sha256)
    throw new ArchiveFault("the archive's manifest is not the one that was sealed");
  if (objects === 0) throw new ArchiveFault(`${archive.prefix}: nothing was archived there`);
}

/**
 * Compares what the store lists of an archive with the archive's manifest, both as streams: nothing
 * missing, nothing more, every size and checksum as it was archived. Throws where the store fails.
 */
export async function validateArchive(
  deps: ReadDeps,
  archive: KnownArchive,
  signal: AbortSignal,
): Promise<ArchiveValidation> {
  try {
    await check(deps, archive, signal);
    return { isArchivedSucceed: true, reason: null };
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    return { isArchivedSucceed: false, reason: error.message };
  }
}
