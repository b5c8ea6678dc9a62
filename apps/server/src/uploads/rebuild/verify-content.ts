import type { StoredObject } from "../../platform/object-store/object-store.ts";
import { forEachConcurrently } from "../../platform/concurrency/for-each.ts";
import { listLanding } from "../landing/landing-place.ts";
import { REBUILT } from "../replaced/sealed-data.ts";
import type { ObjectWithPieces } from "../plan-record.ts";
import { bundleFiles } from "./bundle-files.ts";
import { isOnePiece, verifiedFile, verifiedPiece } from "./decode-segments.ts";
import {
  FILES_AT_ONCE,
  landedFiles,
  type OwnFile,
  type RebuildContext,
} from "./rebuild-context.ts";
import { readObjectThrough } from "./read-landed.ts";
import { DamagedPiece, DamageFound, RebuildFault } from "./rebuild-fault.ts";

/** Name of a decompressed file that waits to be published. */
export const rebuiltName = (file: number): string => `${REBUILT}${file}`;

/** Each piece of a damaged file is looked at, so that all that is damaged is sent again at once. */
async function damagedPieces(
  context: RebuildContext,
  objects: readonly ObjectWithPieces[],
  found: DamagedPiece,
): Promise<DamagedPiece[]> {
  const damaged: DamagedPiece[] = [];
  for (const object of objects)
    for (const piece of object.pieces)
      try {
        if (piece === found.piece) throw found;
        for await (const _ of verifiedPiece(context, object, piece))
          context.signal.throwIfAborted();
      } catch (error) {
        if (!(error instanceof DamagedPiece)) throw error;
        damaged.push(error);
      }
  return damaged;
}

/** Of a file of one object its checksum, once its source bytes were compared with it. */
function knownSum(
  { versions }: RebuildContext,
  { objects: [object, ...others] }: OwnFile,
): (() => string) | undefined {
  if (object === undefined || others.length > 0) return undefined;
  return () => versions.sum(object) ?? object.pieces[0]!.claims[0]![1];
}

/** Decompresses a file beside what landed; it appears only once every byte was verified. */
async function decompress(
  context: RebuildContext,
  file: OwnFile,
  listed: ReadonlyMap<string, StoredObject>,
): Promise<void> {
  const { deps, landing, signal } = context;
  const name = rebuiltName(file.index);
  const { originalSize: size } = file.entry;
  // No form names it: it can only be what an earlier run has verified. Of several pieces that run alone
  // knew the checksum of the whole.
  const standing = listed.get(name);
  if (standing?.size === size && file.objects.every(isOnePiece))
    return context.versions.keepRebuilt(file.objects, standing);
  let fault: RebuildFault | undefined;
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      yield* verifiedFile(context, file.objects);
    } catch (error) {
      if (error instanceof RebuildFault) fault = error;
      throw error;
    }
  }
  try {
    const xxh128 = knownSum(context, file);
    const options = { size, signal, givesAway: true, ...(xxh128 && { xxh128 }) };
    const written = await deps.store.write(deps.buckets.uploads, landing + name, body(), options);
    context.versions.keepRebuilt(file.objects, written);
  } catch (error) {
    throw fault ?? error;
  }
}

/**
 * Verifies all that landed before anything is published, each byte by reading it once: raw objects as
 * they are, small files by decoding them, compressed files by decompressing them beside. Run again, it
 * leaves out what stands there already. Throws {@link DamageFound} with all pieces that are damaged.
 */
export async function verifyContent(context: RebuildContext): Promise<void> {
  const { deps, landing } = context;
  const listed = await listLanding(deps.store, deps.buckets.uploads, landing);
  context.versions.fix(context.objects, listed);
  const damaged: DamagedPiece[] = [];
  const verify = async (objects: readonly ObjectWithPieces[], work: () => Promise<void>) => {
    try {
      await work();
      await context.progress.verified(objects);
    } catch (error) {
      if (!(error instanceof DamagedPiece)) throw error;
      damaged.push(...(await damagedPieces(context, objects, error)));
    }
  };
  const { own, bundles } = landedFiles(context);
  const raw = own.filter((file) => !file.zipped).flatMap(({ objects }) => objects);
  await forEachConcurrently(raw, FILES_AT_ONCE, (object) =>
    verify([object], () => readObjectThrough(context, object)),
  );
  await forEachConcurrently(bundles, FILES_AT_ONCE, (object) =>
    verify([object], async () => context.kept.keep(object, await bundleFiles(context, object))),
  );
  const zipped = own.filter((file) => file.zipped);
  await forEachConcurrently(zipped, FILES_AT_ONCE, (file) =>
    verify(file.objects, () => decompress(context, file, listed)),
  );
  if (damaged.length > 0) throw new DamageFound(damaged);
}
