import { constants, createReadStream, type BigIntStats } from "node:fs";
import { copyFile, open, rm } from "node:fs/promises";
import { checkBucket, checkKey } from "../object-store/object-key.ts";
import type { CopySource, CopyTarget, StoredObject } from "../object-store/object-store.ts";
import { checkVersion, notAsReceived, objectMissing } from "../object-store/store-refusals.ts";
import { type Facts, generationId, isMissing, isSameGeneration, toStored } from "./facts.ts";
import { locate, type Root, statFile } from "./placement.ts";
import { settle } from "./publication.ts";
import { flushWithFacts, Sums } from "./received-file.ts";
import { temporaryPath } from "./temporary-folder.ts";

const READ_BYTES = 1_048_576;
/** The kernel copies: blocks are shared where the file system can, else copied without us. */
const BY_KERNEL = constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL;

/** Copies an object; the copy is read back, so that its facts are those of the disk. */
export async function copyObject(
  root: Root,
  source: CopySource,
  target: CopyTarget,
): Promise<StoredObject> {
  checkBucket(target.bucket);
  checkKey(target.key);
  for (;;) {
    target.signal?.throwIfAborted();
    const copied = await tryCopy(root, source, target);
    if (copied !== undefined) return copied;
  }
}

/** Undefined where another object took the source's place meanwhile. */
async function tryCopy(
  root: Root,
  source: CopySource,
  target: CopyTarget,
): Promise<StoredObject | undefined> {
  const placed = await locate(root, source.bucket, source.key);
  if (placed === undefined) throw objectMissing(source.key);
  checkVersion(source.key, generationId(placed.stat), source.version);
  const path = await temporaryPath(root);
  try {
    await copyFile(placed.path, path, BY_KERNEL);
    const { stat, facts } = await readBack(root, path, target.signal);
    const now = await locate(root, source.bucket, source.key);
    if (now === undefined || !isSameGeneration(now.stat, placed.stat)) return undefined;
    const [known] = await root.facts.find([placed.stat]);
    checkCopy(source.key, facts, known ?? { size: Number(placed.stat.size) });
    await settle(root, path, target);
    return toStored(target.key, stat, facts);
  } catch (error) {
    // Removed since it was found.
    if (isMissing(error) && (await statFile(placed.path)) === undefined)
      throw objectMissing(source.key, error);
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

async function readBack(
  root: Root,
  path: string,
  signal: AbortSignal | undefined,
): Promise<{ stat: BigIntStats; facts: Facts }> {
  using sums = await Sums.begin();
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) {
    signal?.throwIfAborted();
    sums.add(chunk as Buffer);
  }
  const facts = sums.facts();
  await using handle = await open(path, "r+");
  return { stat: await flushWithFacts(handle, root.facts, facts), facts };
}

function checkCopy(key: string, copied: Facts, known: Pick<Facts, "size"> & Partial<Facts>): void {
  const { size, xxh128 = copied.xxh128 } = known;
  if (copied.size === size && copied.xxh128 === xxh128) return;
  throw notAsReceived(key);
}
