import type { SealedFile } from "@swath/contract/uploads";
import { sealedManifestBytes } from "../../domain/uploads/sealed-manifest.ts";
import type { Upload } from "../../domain/uploads/upload-record.ts";
import type { ReplacedDeps } from "./replaced-place.ts";
import { type SealedAt, sealedAt } from "./sealed-data.ts";

interface Reseal {
  readonly folder: string;
  /** As they stand now. */
  readonly files: readonly SealedFile[];
  readonly user: string;
  readonly now: Date;
}

async function rewrite(
  { store }: ReplacedDeps,
  { bucket, key, manifest }: SealedAt,
  files: () => Iterable<SealedFile>,
  { user, now }: Reseal,
): Promise<void> {
  const { files: _, ...former } = manifest;
  const head = { ...former, user, sealed: now.toISOString() };
  // Written twice, as by a rebuild: the store wants to know its size first.
  let size = 0;
  for await (const piece of sealedManifestBytes(head, files())) size += piece.length;
  await store.write(bucket, key, sealedManifestBytes(head, files()), { size });
}

/**
 * Seals a folder's manifests with these files in place of those that they name; the latest one takes
 * those that none names. Equal when it is run again, but for its time.
 */
export async function resealFolder(
  deps: ReplacedDeps,
  upload: Upload,
  reseal: Reseal,
): Promise<void> {
  const manifests = await sealedAt(deps, upload, reseal.folder);
  const next = new Map(reseal.files.map((file) => [file.fullPath, file]));
  const named = new Set(
    manifests.flatMap(({ manifest }) => manifest.files.map(({ fullPath }) => fullPath)),
  );
  const unnamed = reseal.files.filter(({ fullPath }) => !named.has(fullPath));
  for (const at of manifests) {
    const isLatest = at === manifests.at(-1);
    const files = function* (): Generator<SealedFile> {
      for (const file of at.manifest.files) yield next.get(file.fullPath) ?? file;
      if (isLatest) yield* unnamed;
    };
    const changes = at.manifest.files.some(({ fullPath }) => next.has(fullPath));
    if (changes || (isLatest && unnamed.length > 0)) await rewrite(deps, at, files, reseal);
  }
}
