import type { StoredObject } from "../../../platform/object-store/object-store.ts";
import { forEachConcurrently } from "../../../platform/concurrency/for-each.ts";
import { listLanding } from "../landing/list-landing.ts";
import { landedName } from "../landing/landing-place.ts";
import { compareStored } from "../landing/stored-claim.ts";
import { REBUILT } from "../manifest/own-keys.ts";
import type { KeptObject } from "../plan-store.ts";
import { bundleFiles } from "./bundle-files.ts";
import { verifiedFile, segmentSource } from "./decode-segments.ts";
import { landedFiles, type OwnFile } from "./landed-files.ts";
import { FILES_AT_ONCE, type RebuildContext } from "./rebuild-context.ts";
import { RebuildFault } from "./rebuild-fault.ts";

/** Name of a decompressed file that waits to be published. */
export const rebuiltName = (file: number): string => `${REBUILT}${file}`;

/** Raw objects are verified by the store's own checksum; where it has none, by reading them. */
async function verifyRaw(
  context: RebuildContext,
  object: KeptObject,
  listed: StoredObject | undefined,
): Promise<void> {
  const { deps, landing, versions } = context;
  const { wireAlgorithm } = deps.store;
  let stored = listed;
  let compared = compareStored(object, stored, wireAlgorithm);
  if (compared === "unknown") {
    stored = await deps.store.head(deps.buckets.uploads, landing + landedName(object));
    if (stored?.version !== versions.landed(object)) stored = undefined;
    compared = compareStored(object, stored, wireAlgorithm);
  }
  const { path, xxh128 } = segmentSource(context, object, 0);
  if (compared === "different")
    throw new RebuildFault(`${path}: what landed is not what was announced`);
  const known = stored?.checksums.xxh128;
  if (known !== undefined && known !== xxh128)
    throw new RebuildFault(`${path}: its checksum is not that of the source`);
  // Without a checksum of the source by the store itself, the wire's stands for it.
  if (known !== undefined || compared === "same") return;
  for await (const _ of verifiedFile(context, [object])) context.signal.throwIfAborted();
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
  // No form names it: it can only be what an earlier run has verified.
  const standing = listed.get(name);
  if (standing?.size === size) return context.versions.keepRebuilt(file.objects, standing);
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
    const options = { size, signal, givesAway: true };
    const written = await deps.store.write(deps.buckets.uploads, landing + name, body(), options);
    context.versions.keepRebuilt(file.objects, written);
  } catch (error) {
    throw fault ?? error;
  }
}

/**
 * Verifies all that landed before anything is published: raw objects by the store's checksums, small
 * files by decoding them, compressed files by decompressing them beside. Run again, it leaves out
 * what stands there already.
 */
export async function verifyContent(context: RebuildContext): Promise<void> {
  const { deps, landing } = context;
  const listed = await listLanding(deps.store, deps.buckets.uploads, landing);
  context.versions.fix(context.objects, listed);
  const { own, bundles } = landedFiles(context);
  const raw = own.filter((file) => !file.zipped).flatMap(({ objects }) => objects);
  await forEachConcurrently(raw, 16, (object) =>
    verifyRaw(context, object, listed.get(landedName(object))),
  );
  await forEachConcurrently(bundles, FILES_AT_ONCE, async (object) => {
    context.kept.keep(object, await bundleFiles(context, object));
  });
  const zipped = own.filter((file) => file.zipped);
  await forEachConcurrently(zipped, FILES_AT_ONCE, (file) => decompress(context, file, listed));
}
