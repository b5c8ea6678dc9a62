import { type BigIntStats, lstatSync, renameSync } from "node:fs";
import { lstat, realpath, rename, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "@swath/contract/errors";
import { checkBucket, checkKey } from "../object-key.ts";
import { isMissing } from "./facts.ts";
import type { FactsLog } from "./facts-log.ts";
import { makeFolder } from "./folder-sync.ts";
import { BESIDE, keyNames, type Naming } from "./key-path.ts";

/** Where the buckets lie, as a real path, and what its file system can tell apart. */
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

/** Other processes may make, fill or remove the same folders: so often is a step tried again. */
const ATTEMPTS = 20;

export function bucketFolder(root: Root, bucket: string): string {
  checkBucket(bucket);
  return join(root.folder, bucket);
}

/** Where an object stands, unless its key is a folder of others (rule K3). */
export function objectPath(root: Root, bucket: string, key: string): string {
  checkKey(key);
  return join(bucketFolder(root, bucket), ...keyNames(key, root));
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** A regular file, never what a symbolic link leads to. */
export async function statFile(path: string): Promise<BigIntStats | undefined> {
  try {
    const stat = await lstat(path, { bigint: true });
    return stat.isFile() ? stat : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Refuses a folder that a symbolic link leads elsewhere; a missing one is fine. */
export async function refuseLinks(folder: string): Promise<void> {
  const real = await realpath(folder).catch((error: unknown) => {
    if (isMissing(error)) return folder;
    throw error;
  });
  if (real !== folder) throw new AppError("INVALID_PATH", "the path leads out of the store");
}

/** The file that holds an object now. */
export async function locate(root: Root, bucket: string, key: string): Promise<Placed | undefined> {
  const path = objectPath(root, bucket, key);
  await refuseLinks(dirname(path));
  for (const candidate of [path, path + BESIDE]) {
    const stat = await statFile(candidate);
    if (stat !== undefined) return { path: candidate, stat };
  }
  return undefined;
}

/**
 * Moves a complete file into its place; whoever reads sees the old object or the new one. Answers
 * where it stands; the folder is left to be flushed.
 */
export async function place(
  root: Root,
  file: string,
  target: { bucket: string; key: string },
): Promise<string> {
  const natural = objectPath(root, target.bucket, target.key);
  let path = natural;
  for (let attempt = 1; ; attempt++) {
    await holdFolder(dirname(path));
    try {
      await rename(file, path);
      return path;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      path = await placeAfter(error, file, natural);
    }
  }
}

/** Where to try after a rename failed; throws where another try cannot help. */
async function placeAfter(fault: unknown, file: string, natural: string): Promise<string> {
  if (await isFolder(natural)) return natural + BESIDE;
  // The folder was pruned between its making and the rename; without the file itself there is no hope.
  if (codeOf(fault) !== "ENOENT" || (await statFile(file)) === undefined) throw fault;
  return natural;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Makes a folder; an object that stands at the place of one of its parents steps aside. */
async function holdFolder(folder: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await makeFolder(folder);
      await refuseLinks(folder);
      return;
    } catch (error) {
      const code = codeOf(error);
      if ((code !== "EEXIST" && code !== "ENOTDIR") || attempt === ATTEMPTS) throw error;
      stepAside(folder);
    }
  }
}

/**
 * Looks and moves without a pause between: another call of this process that steps aside too might
 * else make a folder of the file in between, and the folder would be what is moved.
 */
function stepAside(folder: string): void {
  for (let path = folder; path !== dirname(path); path = dirname(path)) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) continue;
    renameSync(path, path + BESIDE);
    return;
  }
}

/** Removes folders that hold nothing any more, from this one up to the bucket's. */
export async function prune(root: Root, bucket: string, folder: string): Promise<void> {
  const top = bucketFolder(root, bucket);
  for (let path = folder; path.length > top.length; path = dirname(path)) {
    try {
      await rmdir(path);
    } catch (error) {
      if (codeOf(error) === "ENOENT") continue;
      return;
    }
  }
}
