import { AppError } from "@swath/contract/errors";
import { destinationBuckets, destinationPrefix, type FileEntry } from "@swath/contract/uploads";
import type { JoinPiece, StoredObject } from "../../platform/object-store/object-store.ts";
import { forEachConcurrently } from "../../platform/concurrency/for-each.ts";
import { freeMemory } from "../../platform/memory/free-memory.ts";
import { landedName } from "../landing/landing-place.ts";
import { REBUILT } from "../replaced/sealed-data.ts";
import type { ObjectWithPieces } from "../plan-record.ts";
import { type NextFile, type ReplacedFiles, replaceByUpdate } from "../replaced/keep-replaced.ts";
import { bundleFiles } from "./bundle-files.ts";
import { contentFault, segmentSource } from "./decode-segments.ts";
import type { SmallFile } from "./bundle-cache.ts";
import { readObjectThrough } from "./read-landed.ts";
import { rebuiltName } from "./verify-content.ts";
import {
  FILES_AT_ONCE,
  landedFiles,
  type OwnFile,
  type RebuildContext,
  SMALL_WRITES_AT_ONCE,
} from "./rebuild-context.ts";
import { RebuildFault } from "./rebuild-fault.ts";
import { type SentParts, sentParts } from "./seal-manifest.ts";

interface Publishing extends RebuildContext {
  readonly replaced: ReplacedFiles;
  readonly sent: readonly SentParts[];
}

interface Target {
  readonly bucket: string;
  readonly key: string;
}

/** Where a file goes: one place in each of its destination buckets. */
function targetsOf({ deps, upload }: RebuildContext, entry: FileEntry): Target[] {
  const prefix = destinationPrefix({ flightId: upload.flight_id, uploadType: upload.type });
  return destinationBuckets(upload.type, entry.destination).map((role) => ({
    bucket: deps.buckets[role],
    key: prefix + entry.fullPath,
  }));
}

/** What is to take the place of a file of the manifest. */
function nextFile({ manifest, sent }: Publishing, index: number): NextFile {
  const { fullPath, originalSize } = manifest.files[index]!;
  return { fullPath, originalSize, xxh128: sent[index]!.xxh128 };
}

/** Keeps in the database that the files of these objects stand in their places. */
async function markPublished(
  { deps, upload, progress }: RebuildContext,
  objects: readonly ObjectWithPieces[],
): Promise<void> {
  await deps.db
    .updateTable("upload_objects")
    .set({ published: true })
    .where("upload_id", "=", upload.id)
    .where(
      "ordinal",
      "in",
      objects.map(({ ordinal }) => ordinal),
    )
    .execute();
  await progress.rebuilt(objects);
}

/** The source's checksum, where the store knows that of the whole file. */
function checkJoined(context: RebuildContext, file: OwnFile, joined: StoredObject): void {
  const { fullPath, originalSize } = file.entry;
  if (joined.size !== originalSize)
    throw new RebuildFault(`${fullPath}: has ${joined.size} of ${originalSize} bytes`);
  const known = joined.checksums.xxh128;
  if (known === undefined || file.objects.length !== 1) return;
  const [object] = file.objects as [ObjectWithPieces];
  const announced = segmentSource(context, object, object.pieces[0]!, 0).xxh128;
  if (known !== (context.versions.sum(object) ?? announced))
    throw new RebuildFault(`${fullPath}: its checksum is not that of the source`);
}

/** What a file is joined of: the versions that were verified, and no other. */
function piecesOf({ landing, versions }: RebuildContext, file: OwnFile): JoinPiece[] {
  const { index, objects, zipped } = file;
  if (zipped) return [{ key: landing + rebuiltName(index), version: versions.rebuilt(objects) }];
  return objects.flatMap(({ pieces }) =>
    pieces.map((piece) => ({
      key: landing + landedName(piece),
      version: versions.landed(piece),
    })),
  );
}

/** Name of an object that was joined of its pieces, so that its file is joined of fewer. */
const joinedName = (object: ObjectWithPieces): string => `${REBUILT}joined.${object.ordinal}`;

/** The same, of no more than the store joins at once: each object of several is joined beside first. */
async function joinedPieces(context: RebuildContext, file: OwnFile): Promise<JoinPiece[]> {
  const { deps, landing, signal } = context;
  const pieces = piecesOf(context, file);
  if (pieces.length <= deps.store.maxJoinedPieces) return pieces;
  const bucket = deps.buckets.uploads;
  const joined: JoinPiece[] = [];
  for (const object of file.objects) {
    const own = piecesOf(context, { ...file, objects: [object] });
    const key = landing + joinedName(object);
    const { version } = await deps.store.join({ bucket, pieces: own }, { bucket, key, signal });
    joined.push({ key, version });
  }
  return joined;
}

/**
 * Joins a file's pieces in its places; no byte passes through here where the store can. The pieces go
 * once it is kept that the file stands, which makes room: a run that was stopped before joins again.
 */
async function publishOwn(context: Publishing, file: OwnFile): Promise<void> {
  const { deps, signal } = context;
  signal.throwIfAborted();
  const bucket = deps.buckets.uploads;
  await context.replaced.keep([nextFile(context, file.index)]);
  try {
    const pieces = await joinedPieces(context, file);
    for (const target of targetsOf(context, file.entry))
      checkJoined(context, file, await deps.store.join({ bucket, pieces }, { ...target, signal }));
  } catch (error) {
    // Where it is still as it was verified, the copying failed, which another run does anew.
    if (error instanceof AppError && error.code === "CHECKSUM_MISMATCH")
      for (const object of file.objects) await readObjectThrough(context, object);
    throw contentFault(file.entry.fullPath, error);
  }
  await markPublished(context, file.objects);
  await deps.store.remove(
    bucket,
    piecesOf(context, file).map(({ key }) => key),
  );
}

/** Puts a small file in its places and frees its bytes. */
async function publishSmall(context: RebuildContext, { file, bytes }: SmallFile): Promise<void> {
  const { deps, manifest, signal } = context;
  for (const { bucket, key } of targetsOf(context, manifest.files[file]!)) {
    signal.throwIfAborted();
    await deps.store.write(bucket, key, [bytes], { size: bytes.length, signal });
  }
  freeMemory(bytes);
}

async function publishBundle(context: Publishing, object: ObjectWithPieces): Promise<void> {
  const files = context.kept.take(object) ?? (await bundleFiles(context, object));
  await context.replaced.keep(files.map(({ file }) => nextFile(context, file)));
  await forEachConcurrently(files, SMALL_WRITES_AT_ONCE, (file) => publishSmall(context, file));
  await markPublished(context, [object]);
}

/**
 * Puts every file in its destination buckets, once what it replaces is kept; run again, it goes on
 * where it was stopped.
 */
export async function publishContent(context: RebuildContext): Promise<void> {
  const replaced = await replaceByUpdate(context.deps, context);
  const publishing = { ...context, replaced, sent: sentParts(context) };
  const { own, bundles } = landedFiles(context);
  await forEachConcurrently(own, FILES_AT_ONCE, (file) => publishOwn(publishing, file));
  await forEachConcurrently(bundles, FILES_AT_ONCE, (object) => publishBundle(publishing, object));
}
