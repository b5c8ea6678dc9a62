import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";

/**
 * Files below a folder whose names match, in the order of their paths; none where there is no such
 * folder: an optional input without files.
 */
export async function findFiles(folder: string | undefined, name: RegExp): Promise<string[]> {
  if (folder === undefined || folder === "") return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (fault: NodeJS.ErrnoException) => {
      if (fault.code === "ENOENT") return [];
      throw fault;
    },
  );
  const found = entries.filter((entry) => entry.isFile() && name.test(entry.name));
  return found.map((entry) => join(entry.parentPath, entry.name)).toSorted();
}

/** The first file of a name below a folder, or the path itself where it is a file of that name. */
export async function findFile(
  path: string | undefined,
  name: string,
): Promise<string | undefined> {
  if (path !== undefined && basename(path) === name) return path;
  const files = await findFiles(path, /./);
  return files.find((file) => basename(file) === name);
}
