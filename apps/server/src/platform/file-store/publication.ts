import { unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { forEachConcurrently } from "../concurrency/for-each.ts";
import type { ObjectPlace, StoredObject } from "../object-store/object-store.ts";
import { toStored, unlessMissing } from "./facts.ts";
import { foldersMade, syncFolder } from "./folder-sync.ts";
import { objectPath, place, prune, refuseLinks, type Root, statFile } from "./placement.ts";
import { requireStore } from "./store-error.ts";
import type { ReceivedFile } from "./received-file.ts";

const REMOVALS_AT_ONCE = 16;

/** Makes a received file an object; it survives a power cut once this has answered. */
export async function publish(
  root: Root,
  file: ReceivedFile,
  target: ObjectPlace,
): Promise<StoredObject> {
  const { stat, facts } = await file.seal(root.facts);
  await settle(root, file.path, target);
  return toStored(target.key, stat, facts);
}

/** Moves a file into its place, flushed. */
export async function settle(root: Root, file: string, target: ObjectPlace): Promise<void> {
  const folder = dirname(await place(root, file, target));
  await Promise.all([syncFolder(folder), foldersMade(folder)]);
}

export async function removeObjects(
  root: Root,
  bucket: string,
  keys: readonly string[],
): Promise<void> {
  const paths = keys.map((key) => objectPath(root, bucket, key));
  const folders = new Set<string>();
  await forEachConcurrently(paths, REMOVALS_AT_ONCE, async (path) => {
    await refuseLinks(dirname(path));
    if (await unlinkFile(path)) folders.add(dirname(path));
  });
  if (folders.size === 0) await requireStore(root);
  await tidy(root, bucket, folders);
}

async function unlinkFile(path: string): Promise<boolean> {
  if ((await statFile(path)) === undefined) return false;
  await unlink(path).catch(unlessMissing);
  return true;
}

async function tidy(root: Root, bucket: string, folders: ReadonlySet<string>): Promise<void> {
  await Promise.all([...folders].map(syncFolder));
  for (const folder of folders) await prune(root, bucket, folder);
}
