import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";

/** Paths of the LAS and LAZ files of a folder and those in it, in order, below the folder. */
export async function listPoints(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.la[sz]$/i.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}
