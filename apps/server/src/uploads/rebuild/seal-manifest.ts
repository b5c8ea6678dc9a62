import {
  type BucketRole,
  destinationBuckets,
  destinationPrefix,
  type SealedFile,
} from "@swath/contract/uploads";
import { readSealedManifest, writeSealedManifest } from "../../domain/uploads/sealed-manifest.ts";
import { isZipped } from "../plan-store.ts";
import { sealedKey } from "../replaced/sealed-data.ts";
import type { RebuildContext } from "./rebuild-context.ts";

/** Of a file: its parts in order, as XXH128 of the source, and how each was sent. */
export interface SentParts {
  readonly xxh128: string[];
  readonly zippedParts: boolean[];
  readonly storedBytes: number[];
}

/** The checksums of each file's parts, as they were verified, and how each was sent. */
export function sentParts({ manifest, objects, versions }: RebuildContext): SentParts[] {
  const sent = manifest.files.map((): SentParts => ({
    xxh128: [],
    zippedParts: [],
    storedBytes: [],
  }));
  for (const object of objects)
    for (const [index, [file]] of object.segments.entries()) {
      const { pieces } = object;
      const part = sent[file]!;
      part.xxh128.push(versions.sum(object) ?? pieces[0]!.claims[index]![1]);
      part.zippedParts.push(pieces.some((piece) => isZipped(object, piece, index)));
      part.storedBytes.push(pieces.reduce((sum, { claims }) => sum + claims[index]![0], 0));
    }
  return sent;
}

/** The buckets that hold files of this upload, in order; the first holds the sealed manifest. */
function rolesOf({ upload, manifest }: RebuildContext): [BucketRole, ...BucketRole[]] {
  const destinations = new Set(manifest.files.map(({ destination }) => destination));
  const roles = new Set([...destinations].flatMap((to) => destinationBuckets(upload.type, to)));
  return [...roles] as [BucketRole, ...BucketRole[]];
}

/** Where an upload's rebuilt data stands: `s3://bucket/prefix`, those of earlier uploads included. */
export function locationsOf(context: RebuildContext): string[] {
  const { deps, upload } = context;
  const prefix = destinationPrefix({ flightId: upload.flight_id, uploadType: upload.type });
  const own = rolesOf(context).map((role) => `s3://${deps.buckets[role]}/${prefix}`);
  return [...new Set([...(upload.is_update ? upload.locations : []), ...own])];
}

/** The files that an update found there, as they were sealed. */
async function formerFiles(
  { deps, upload }: RebuildContext,
  place: { bucket: string; key: string },
): Promise<readonly SealedFile[]> {
  if (!upload.is_update) return [];
  const sealed = await deps.store.head(place.bucket, place.key);
  if (sealed === undefined) return [];
  const { version } = sealed;
  const former = await readSealedManifest(
    await deps.store.read(place.bucket, place.key, { version }),
  );
  return former?.files ?? [];
}

/** Those of this upload, and those of earlier ones that it did not replace. */
function* allFiles(
  { manifest, verified }: RebuildContext,
  former: readonly SealedFile[],
  sent: readonly SentParts[],
): Generator<SealedFile> {
  const own = new Set(former.length === 0 ? [] : manifest.files.map(({ fullPath }) => fullPath));
  for (const file of former) if (!own.has(file.fullPath)) yield file;
  for (const [index, entry] of manifest.files.entries())
    yield {
      ...entry,
      zipped: sent[index]!.zippedParts.includes(true),
      ...sent[index]!,
      ...(verified === null ? {} : { verified: verified.toISOString() }),
    };
}

/** Writes the manifest with the checksums of every source file beside the data. */
export async function sealManifest(context: RebuildContext, now: Date): Promise<void> {
  const { deps, upload, signal } = context;
  const bucket = deps.buckets[rolesOf(context)[0]];
  const key = sealedKey(upload, context.manifest.baseFolder);
  const former = await formerFiles(context, { bucket, key });
  const sent = sentParts(context);
  const { files: _, ...own } = context.manifest;
  const manifest = {
    head: { ...own, user: upload.user_name ?? "", sealed: now.toISOString() },
    files: () => allFiles(context, former, sent),
  };
  await writeSealedManifest(deps.store, { bucket, key }, manifest, { signal });
}
