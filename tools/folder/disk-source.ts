import { open, readdir, stat } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import type { FileSource } from "@swath/survey/readers/file-source";

/** A file on this machine's disk, opened for each read. */
export async function diskSource(file: string, path: string): Promise<FileSource> {
  const { size } = await stat(file);
  return {
    path,
    size,
    read: async (start, end) => {
      const handle = await open(file);
      try {
        const bytes = new Uint8Array(Math.max(0, end - start));
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
        return bytes.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    },
  };
}

/** Every file below a folder, with paths from the folder's own name on. */
export async function folderSources(folder: string): Promise<FileSource[]> {
  const root = resolve(folder);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sources = files.map((entry) => {
    const file = join(entry.parentPath, entry.name);
    return diskSource(file, [basename(root), ...relative(root, file).split(sep)].join("/"));
  });
  return (await Promise.all(sources)).toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
