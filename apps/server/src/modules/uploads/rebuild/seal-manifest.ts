import { json } from "node:stream/consumers";
import {
  type BucketRole,
  destinationBuckets,
  destinationPrefix,
  type SealedManifest,
  sealedManifestSchema,
} from "@swath/contract/uploads";
import { sealedKey } from "../manifest-checks.ts";
import { isZipped } from "../plan-store.ts";
import type { RebuildContext } from "./rebuild-context.ts";

type SealedFile = SealedManifest["files"][number];

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

/** What the browser planned of each file, with the checksum of each part and how it was sent. */
function sealedFiles({ manifest, objects }: RebuildContext): SealedFile[] {
  const sent = manifest.files.map((): { xxh128: string[]; zippedParts: boolean[] } => ({
    xxh128: [],
    zippedParts: [],
  }));
  for (const object of objects)
    object.segments.forEach(([file], index) => {
      const xxh128 = object.claims?.[index]?.[1];
      if (xxh128 === undefined) return;
      sent[file]!.xxh128.push(xxh128);
      sent[file]!.zippedParts.push(isZipped(object, index));
    });
  return manifest.files.map((entry, file) => {
    const { xxh128, zippedParts } = sent[file]!;
    return { ...entry, zipped: zippedParts.includes(true), xxh128, zippedParts };
  });
}

/** The files that an update found there, as they were sealed. */
async function formerFiles(
  { deps, upload }: RebuildContext,
  place: { bucket: string; key: string },
): Promise<SealedFile[]> {
  if (!upload.is_update) return [];
  if ((await deps.store.head(place.bucket, place.key)) === undefined) return [];
  const text: unknown = await json(await deps.store.read(place.bucket, place.key));
  return sealedManifestSchema.safeParse(text).data?.files ?? [];
}

/** Writes the manifest with the checksums of every source file beside the data. */
export async function sealManifest(context: RebuildContext, now: Date): Promise<void> {
  const { deps, upload, manifest, signal } = context;
  const bucket = deps.buckets[rolesOf(context)[0]];
  const key = sealedKey(upload, manifest.baseFolder);
  const files = new Map<string, SealedFile>();
  for (const file of await formerFiles(context, { bucket, key })) files.set(file.fullPath, file);
  for (const file of sealedFiles(context)) files.set(file.fullPath, file);
  const sealed: SealedManifest = {
    ...manifest,
    files: [...files.values()],
    user: upload.user_name ?? "",
    sealed: now.toISOString(),
  };
  const body = Buffer.from(JSON.stringify(sealed));
  await deps.store.write(bucket, key, [body], { size: body.length, signal });
}
