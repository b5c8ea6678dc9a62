import { AppError } from "@swath/contract/errors";
import { destinationBuckets, destinationPrefix, type FileEntry } from "@swath/contract/uploads";
import type { StoredObject } from "../../../platform/object-store/object-store.ts";
import { forEachConcurrently } from "../../../platform/concurrency/for-each.ts";
import { listLanding } from "../landing/list-landing.ts";
import type { KeptObject } from "../plan-store.ts";
import { bundleFiles } from "./bundle-files.ts";
import { segmentSource } from "./decode-segments.ts";
import type { SmallFile } from "./kept-bundles.ts";
import { landedFiles, type OwnFile } from "./landed-files.ts";
import { rebuiltName } from "./verify-content.ts";
import { FILES_AT_ONCE, SMALL_WRITES_AT_ONCE, type RebuildContext } from "./rebuild-context.ts";
import { RebuildFault } from "./rebuild-fault.ts";

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

/** Keeps in the database that the files of these objects stand in their places. */
async function markPublished(
  { deps, upload }: RebuildContext,
  objects: readonly KeptObject[],
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
}

/** Whether a file stands in all its places: an earlier run was stopped after using its pieces up. */
async function standsAlready(context: RebuildContext, { entry }: OwnFile): Promise<boolean> {
  const found = await Promise.all(
    targetsOf(context, entry).map(({ bucket, key }) => context.deps.store.head(bucket, key)),
  );
  return found.every((stored) => stored?.size === entry.originalSize);
}

/** The source's checksum, where the store knows that of the whole file. */
function checkJoined(context: RebuildContext, file: OwnFile, joined: StoredObject): void {
  const { fullPath, originalSize } = file.entry;
  if (joined.size !== originalSize)
    throw new RebuildFault(`${fullPath}: has ${joined.size} of ${originalSize} bytes`);
  const known = joined.checksums.xxh128;
  if (known === undefined || file.objects.length !== 1) return;
  if (known !== segmentSource(context, file.objects[0]!, 0).xxh128)
    throw new RebuildFault(`${fullPath}: its checksum is not that of the source`);
}

async function joinOwn(
  context: RebuildContext,
  file: OwnFile,
  names: readonly string[],
): Promise<void> {
  const { deps, landing, signal } = context;
  const pieces = names.map((name) => ({ key: landing + name }));
  const targets = targetsOf(context, file.entry);
  for (const [index, target] of targets.entries()) {
    const consume = index === targets.length - 1;
    const source = { bucket: deps.buckets.uploads, pieces, consume };
    checkJoined(context, file, await deps.store.join(source, { ...target, signal }));
  }
}

/** Joins a file's pieces in its places; no byte passes through here where the store can. */
async function publishOwn(
  context: RebuildContext,
  file: OwnFile,
  landed: ReadonlyMap<string, StoredObject>,
): Promise<void> {
  context.signal.throwIfAborted();
  const names = file.zipped ? [rebuiltName(file.index)] : file.objects.map(({ name }) => name);
  try {
    if (names.every((name) => landed.has(name))) await joinOwn(context, file, names);
    else await checkStands(context, file);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "OBJECT_NOT_FOUND") throw error;
    await checkStands(context, file);
  }
  await markPublished(context, file.objects);
}

async function checkStands(context: RebuildContext, file: OwnFile): Promise<void> {
  if (await standsAlready(context, file)) return;
  throw new RebuildFault(`${file.entry.fullPath}: is missing from the store`);
}

async function publishSmall(context: RebuildContext, { file, bytes }: SmallFile): Promise<void> {
  const { deps, manifest, signal } = context;
  for (const { bucket, key } of targetsOf(context, manifest.files[file]!)) {
    signal.throwIfAborted();
    await deps.store.write(bucket, key, [bytes], { size: bytes.length, signal });
  }
}

/** Puts every file in its destination buckets; run again, it goes on where it was stopped. */
export async function publishContent(context: RebuildContext): Promise<void> {
  const { deps, landing } = context;
  const { own, bundles } = landedFiles(context);
  const landed =
    own.length === 0
      ? new Map<string, StoredObject>()
      : await listLanding(deps.store, deps.buckets.uploads, landing);
  await forEachConcurrently(own, FILES_AT_ONCE, (file) => publishOwn(context, file, landed));
  await forEachConcurrently(bundles, FILES_AT_ONCE, async (object) => {
    const files = context.kept.take(object) ?? (await bundleFiles(context, object));
    await forEachConcurrently(files, SMALL_WRITES_AT_ONCE, (file) => publishSmall(context, file));
    await markPublished(context, [object]);
  });
}
