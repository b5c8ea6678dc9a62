import { type BigIntStats, lstatSync } from "node:fs";
import { lstat, realpath, rename, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "@swath/contract/errors";
import { checkBucket, checkKey } from "../object-store/object-key.ts";
import { isMissing, unlessMissing } from "./facts.ts";
import type { FactsLog } from "./facts-log.ts";
import { makeFolder } from "./folder-sync.ts";
import { type Naming, objectNames } from "./key-path.ts";
import { requireStore } from "./store-error.ts";
import { codeOf } from "../system.ts";

/** Where the buckets lie, as a real path, and which names its file system distinguishes. */
export interface Root extends Naming {
  readonly folder: string;
  readonly facts: FactsLog;
  /** Where this process receives files, on the same file system. */
  readonly temporary: string;
}

export interface Placed {
  readonly path: string;
  readonly stat: BigIntStats;
}

/** The folder that an object is to be placed in is made when it is missing; others may prune it again. */
const ATTEMPTS = 20;
/** What is looked for and missing in a store that stands may have been away with it at each look. */
const LOOKS = 4;

export function bucketFolder(root: Root, bucket: string): string {
  checkBucket(bucket);
  return join(root.folder, bucket);
}

/** Where an object stands. */
export function objectPath(root: Root, bucket: string, key: string): string {
  checkKey(key);
  return join(bucketFolder(root, bucket), ...objectNames(key, root));
}

/** A regular file, never what a symbolic link leads to. */
export async function statFile(path: string): Promise<BigIntStats | undefined> {
  const stat = await lstat(path, { bigint: true }).catch(unlessMissing);
  return stat?.isFile() === true ? stat : undefined;
}

/** As {@link statFile}, without a pause. */
export function statFileNow(path: string): BigIntStats | undefined {
  try {
    const stat = lstatSync(path, { bigint: true });
    return stat.isFile() ? stat : undefined;
  } catch (error) {
    return unlessMissing(error);
  }
}

/** Refuses a folder that a symbolic link leads elsewhere; a missing one is fine. */
export async function refuseLinks(folder: string): Promise<void> {
  const real = await realpath(folder).catch(unlessMissing);
  if (real !== undefined && real !== folder)
    throw new AppError("INVALID_PATH", "the path leads out of the store");
}

/** The file that holds an object; undefined where the store stands and has none. */
export async function locate(root: Root, bucket: string, key: string): Promise<Placed | undefined> {
  const path = objectPath(root, bucket, key);
  await refuseLinks(dirname(path));
  for (let look = 1; ; look++) {
    const stat = await statFile(path);
    if (stat !== undefined) return { path, stat };
    if (look === LOOKS) return undefined;
    await requireStore(root);
  }
}

/**
 * Moves a complete file into its place; readers see the old object or the new one. Answers
 * where it stands; the folder is left to be flushed.
 */
export async function place(
  root: Root,
  file: string,
  target: { bucket: string; key: string },
): Promise<string> {
  const path = objectPath(root, target.bucket, target.key);
  for (let attempt = 1; ; attempt++) {
    try {
      await refuseLinks(dirname(path));
      await rename(file, path);
      return path;
    } catch (error) {
      // It is the folder that is missing; without the file itself there is no hope.
      const lacksFolder = isMissing(error) && (await statFile(file)) !== undefined;
      if (!lacksFolder || attempt === ATTEMPTS) throw error;
      await makeFolder(dirname(path));
    }
  }
}

/** Removes folders that hold nothing any more, from this one up to the bucket's. */
export async function prune(root: Root, bucket: string, folder: string): Promise<void> {
  const top = bucketFolder(root, bucket);
  for (let path = folder; path.length > top.length; path = dirname(path)) {
    try {
      await rmdir(path);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") return;
    }
  }
}
