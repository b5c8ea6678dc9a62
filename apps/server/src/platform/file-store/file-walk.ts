import type { Dirent } from "node:fs";
import { opendir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathFault } from "@swath/contract/uploads";
import { compareKeys } from "../object-store/object-key.ts";
import { unlessMissing } from "./facts.ts";
import { folderNames, readName } from "./key-path.ts";
import { bucketFolder, refuseLinks, type Root } from "./placement.ts";

const NAMES_AT_ONCE = 1_000;

interface Entry {
  /** Name of an object, or of a folder of more, which ends in `/` then. */
  readonly name: string;
  readonly path: string;
}

/** An object, or a folder that is listed as one, whose key ends in `/`. */
export interface Found {
  readonly key: string;
  readonly path: string;
}

export interface Walk {
  readonly prefix: string;
  /** Whether folders are listed and not walked. */
  readonly delimited: boolean;
  /** The last key listed; a listed folder stands for all that is below it. */
  readonly after: string;
}

export const isFolder = (name: string): boolean => name.endsWith("/");

/** Walks a bucket's objects in the order of their keys' UTF-8 bytes, as S3 lists them. */
export async function* walkBucket(root: Root, bucket: string, walk: Walk): AsyncGenerator<Found> {
  const parent = walk.prefix.slice(0, walk.prefix.lastIndexOf("/") + 1);
  const folder = folderOf(root, bucket, parent);
  if (folder !== undefined) yield* walkFolder(folder, parent, walk);
}

/** Whether a folder of a bucket holds more names than this, without reading many more. */
export async function holdsMoreThan(
  root: Root,
  bucket: string,
  { prefix, names }: { prefix: string; names: number },
): Promise<boolean> {
  const folder = folderOf(root, bucket, prefix);
  if (folder === undefined) return false;
  await refuseLinks(folder);
  let count = 0;
  for await (const _ of namesOf(folder)) if (++count > names) return true;
  return false;
}

/** Where the objects below a prefix lie; undefined for a prefix that no key can have. */
function folderOf(root: Root, bucket: string, prefix: string): string | undefined {
  const base = bucketFolder(root, bucket);
  const key = prefix.slice(0, -1);
  if (prefix === "") return base;
  return pathFault(key) === undefined ? join(base, ...folderNames(key, root)) : undefined;
}

async function* walkFolder(folder: string, parent: string, walk: Walk): AsyncGenerator<Found> {
  const { prefix, delimited, after } = walk;
  for (const { name, path } of await readEntries(folder)) {
    const key = parent + name;
    if (!key.startsWith(prefix)) continue;
    if (compareKeys(key, after) <= 0 && !(isFolder(key) && after.startsWith(key))) continue;
    if (!isFolder(key)) yield { key, path };
    else if (!delimited) yield* walkFolder(path, key, walk);
    else if (key !== after && (await holdsObject(path))) yield { key, path };
  }
}

/**
 * A folder that a removal or a crash left empty is none in an object store. Reads as far as the
 * first object only: the folder may hold a million.
 */
async function holdsObject(folder: string, start = ""): Promise<boolean> {
  await refuseLinks(folder);
  for await (const child of namesOf(folder)) {
    if (!child.isFile() && !child.isDirectory()) continue;
    const read = readName(child.name, start, child.isFile() ? "object" : "folder");
    if (read === undefined) continue;
    if (child.isFile()) return true;
    if (await holdsObject(join(folder, child.name), read.continued ? read.text : "")) return true;
  }
  return false;
}

/** The names in a folder as the disk holds them, read little by little; none of a missing one. */
async function* namesOf(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder, { bufferSize: NAMES_AT_ONCE });
  } catch (error) {
    unlessMissing(error);
  }
}

async function readEntries(folder: string): Promise<Entry[]> {
  await refuseLinks(folder);
  const entries = await readNames(folder, "");
  return entries.toSorted((a, b) => compareKeys(a.name, b.name));
}

async function readNames(folder: string, start: string): Promise<Entry[]> {
  const children = await readdir(folder, { withFileTypes: true }).catch(unlessMissing);
  const entries: Entry[] = [];
  for (const child of children ?? []) {
    // Neither a symbolic link nor a foreign name is an object.
    if (!child.isFile() && !child.isDirectory()) continue;
    const read = readName(child.name, start, child.isFile() ? "object" : "folder");
    const path = join(folder, child.name);
    if (read === undefined) continue;
    if (read.continued) entries.push(...(await readNames(path, read.text)));
    else entries.push({ name: read.kind === "folder" ? `${read.text}/` : read.text, path });
  }
  return entries;
}
