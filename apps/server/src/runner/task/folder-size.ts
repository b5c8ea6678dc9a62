import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

export interface FolderSize {
  readonly files: number;
  readonly bytes: number;
}

/** How much lies below a folder, while others write there; counting ends beyond the bounds. */
export async function folderSize(folder: string, most: FolderSize): Promise<FolderSize> {
  const found = { files: 0, bytes: 0 };
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop())
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) folders.push(path);
      const facts = await lstat(path).catch(() => undefined);
      found.files += 1;
      found.bytes += facts?.isFile() === true ? facts.size : 0;
      if (found.files > most.files || found.bytes > most.bytes) return found;
    }
  return found;
}
