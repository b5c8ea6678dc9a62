import { setImmediate as nextTurn } from "node:timers/promises";
import { type FileEntry, pathKey } from "@swath/contract/uploads";
import { filesOf } from "./file-rows.ts";
import type { ReadManifest } from "./read-manifest.ts";

const NAMED = 50;

interface Folder {
  readonly baseFolder: string;
  /** Its files, a page at a time. */
  readonly files: AsyncIterable<readonly FileEntry[]>;
}

/** How a chosen folder differs from the one that an upload began with: sentences, each on one file. */
export async function manifestDifferences(
  original: Folder,
  chosen: Pick<ReadManifest, "head" | "pages">,
): Promise<string[]> {
  const { baseFolder } = chosen.head;
  if (pathKey(original.baseFolder) !== pathKey(baseFolder))
    return [`The original folder is ${original.baseFolder}, not ${baseFolder}`];
  const now = new Map<string, FileEntry>();
  for (const page of chosen.pages) {
    for (const file of filesOf(page)) now.set(pathKey(file.fullPath), file);
    await nextTurn();
  }
  const differences: string[] = [];
  for await (const page of original.files)
    for (const before of page) {
      const key = pathKey(before.fullPath);
      const difference = differenceOf(before, now.get(key));
      if (difference !== undefined) differences.push(difference);
      now.delete(key);
    }
  for (const { fullPath } of now.values())
    differences.push(`${fullPath}: is not in the original folder`);
  const rest = differences.length - NAMED;
  return rest <= 0 ? differences : [...differences.slice(0, NAMED), `and ${rest} more`];
}

function differenceOf(before: FileEntry, now: FileEntry | undefined): string | undefined {
  const { fullPath, originalSize } = before;
  if (now === undefined) return `${fullPath}: is missing in this folder`;
  if (now.originalSize !== originalSize)
    return `${fullPath}: has ${now.originalSize} bytes, the original ${originalSize}`;
  if (now.zipped !== before.zipped || now.destination !== before.destination)
    return `${fullPath}: is sent in another way by this version`;
  return undefined;
}
