import { AppError } from "@swath/contract/errors";
import type { StoredObject } from "../../platform/object-store/object-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { objectFault, standingObjects, compareChecksums, readChecksums } from "./verify-object.ts";
import {
  type ArchiveDeps,
  ArchiveFault,
  archiveManifestKey,
  archivePrefix,
} from "../archive-place.ts";
import {
  type ArchivedObject,
  ArchiveManifest,
  type ArchiveSeal,
  manifestBytes,
  type ManifestHead,
} from "./archive-manifest.ts";
import { type SourceObject, sourceObjects } from "./copy-data.ts";
import type { DataFolder } from "./ready-data.ts";
import { mergeByKey } from "./merge-by-key.ts";

interface Sealing extends ManifestHead {
  readonly deps: ArchiveDeps;
  readonly folders: readonly DataFolder[];
  /** What an earlier archive of this flight and kind kept. */
  readonly former: AsyncIterable<ArchivedObject>;
  readonly signal: AbortSignal;
}

/** What is to stand in the archive: the source's objects, and those that were archived before. */
type Wanted =
  | { readonly key: string; readonly source: SourceObject }
  | { readonly key: string; readonly former: ArchivedObject };

async function* wantedObjects({ deps, folders, former }: Sealing): AsyncGenerator<Wanted> {
  for await (const pair of mergeByKey(sourceObjects(deps, folders), former)) {
    const { key, left, right } = pair;
    yield left === undefined ? { key, former: right! } : { key, source: left };
  }
}

async function sameBytes(
  { deps, signal }: Sealing,
  source: SourceObject,
  copy: StoredObject,
): Promise<boolean> {
  const archived = { bucket: deps.buckets.archive, key: copy.key };
  const [a, b] = await Promise.all([
    readChecksums(deps.store, source.source, signal),
    readChecksums(deps.store, archived, signal),
  ]);
  return compareChecksums(a, b, { sameParts: true }) === "same";
}

async function checkCopy(
  sealing: Sealing,
  source: SourceObject,
  copy: StoredObject | undefined,
): Promise<void> {
  const { key } = source.source;
  // It was copied a moment ago: whatever removed it, the next run copies it again.
  if (copy?.size !== source.size) throw new Error(`${key}: its copy is gone or was replaced`);
  const compared = compareChecksums(source.checksums, copy.checksums, { sameParts: false });
  // A store may give the same bytes other tags, as S3 does of what it encrypts.
  if (compared === "different" && !(await sameBytes(sealing, source, copy)))
    throw new ArchiveFault(`${key}: its copy has another checksum`);
}

/** Every object of the archive, each compared with its source or what was kept of it before. */
async function* verifiedObjects(sealing: Sealing): AsyncGenerator<ArchivedObject> {
  const { deps, signal } = sealing;
  const prefix = archivePrefix(sealing.flightId, sealing.kind);
  const standing = standingObjects(deps, sealing, prefix);
  for await (const { key, left, right } of mergeByKey(wantedObjects(sealing), standing)) {
    signal.throwIfAborted();
    if (left === undefined)
      throw new ArchiveFault(`${key}: stands in the archive and belongs to nothing archived`);
    if ("source" in left) {
      await checkCopy(sealing, left.source, right);
      yield { key, size: right!.size, checksums: right!.checksums };
    } else {
      const fault = await objectFault(deps, left.former, right, signal);
      if (fault !== undefined) throw new ArchiveFault(fault);
      yield left.former;
    }
  }
}

/** The seal of the finished archive of a flight and kind; undefined where there is none. */
export async function readSeal(db: Db, { flightId, kind }: ManifestHead) {
  const archives = db.selectFrom("archives").select("seal").where("flight_id", "=", flightId);
  return (await archives.where("kind", "=", kind).executeTakeFirst())?.seal;
}

/** What an earlier, finished archive of this flight and kind kept; nothing where there was none. */
async function* formerObjects(
  { db, store, buckets }: ArchiveDeps,
  head: ManifestHead,
): AsyncGenerator<ArchivedObject> {
  if ((await readSeal(db, head)) === undefined) return;
  const key = archiveManifestKey(head.flightId, head.kind);
  const bytes = await store.read(buckets.archive, key).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "OBJECT_NOT_FOUND")
      throw new ArchiveFault(`${key}: the manifest of the earlier archive is missing`);
    throw error;
  });
  yield* new ArchiveManifest(bytes, head);
}

/**
 * Verifies an archive and writes its manifest, last of all. Throws
 * {@link ArchiveFault} where the archive is not what it is to be.
 */
export async function sealArchive(
  deps: ArchiveDeps,
  head: ManifestHead,
  folders: readonly DataFolder[],
  signal: AbortSignal,
): Promise<ArchiveSeal> {
  const seals: ArchiveSeal[] = [];
  const bytes = (): AsyncGenerator<Buffer> => {
    const former = formerObjects(deps, head);
    const sealing = { ...head, deps, folders, former, signal };
    return manifestBytes(head, verifiedObjects(sealing), (seal) => void seals.push(seal));
  };
  // Stores want to know a size first: the manifest is made twice, and held whole never.
  let size = 0;
  for await (const chunk of bytes()) size += chunk.length;
  const key = archiveManifestKey(head.flightId, head.kind);
  await deps.store.write(deps.buckets.archive, key, bytes(), { size, signal });
  const [measured, written] = seals;
  if (written === undefined || written.sha256 !== measured?.sha256)
    throw new Error(`${key}: the archive changed while its manifest was written`);
  return written;
}
