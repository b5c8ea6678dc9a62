import { open, readdir, stat } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import type { FileSource } from "@swath/survey/readers";

/** Thrown for what is no file: a folder, a device, a pipe. */
class NotAFile extends Error {
  override readonly name = "NotAFile";
  readonly code = "notAFile";
}

/** A file on this machine's disk, opened for each read; throws the system's error, or {@link NotAFile}. */
export async function diskSource(file: string, path: string): Promise<FileSource> {
  const found = await stat(file);
  if (!found.isFile()) throw new NotAFile(`${path} is not a file`);
  return {
    path,
    size: found.size,
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

/** Every file below a folder, with paths from the folder's own name on; links to files count. */
export async function folderSources(folder: string): Promise<FileSource[]> {
  const root = resolve(folder);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const named = entries.filter((entry) => entry.isFile() || entry.isSymbolicLink());
  const sources = named.map((entry) => {
    const file = join(entry.parentPath, entry.name);
    const path = [basename(root), ...relative(root, file).split(sep)].join("/");
    return diskSource(file, path).catch(nothing(entry.isSymbolicLink()));
  });
  const found = (await Promise.all(sources)).filter((source) => source !== undefined);
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** A broken link, or one to a folder, is no file of the flight. */
function nothing(link: boolean): (error: unknown) => undefined {
  return (error) => {
    if (!link) throw error;
  };
}
