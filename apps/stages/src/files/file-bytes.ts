import type { ByteSink } from "@swath/pointcloud/las";
import type { FileSource } from "@swath/survey/readers";
import { type FileHandle, mkdtemp, open, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative, sep } from "node:path";

/** Reads the bytes of a file from `start` on and before `end`, or as many as there are. */
async function readPart(file: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.max(0, end - start));
  let done = 0;
  while (done < bytes.length) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, start + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

async function sourceOf(path: string, file: FileHandle): Promise<FileSource> {
  const { size } = await file.stat();
  const read = (start: number, end: number): Promise<Uint8Array> =>
    readPart(file, start, Math.min(end, size));
  return { path: basename(path), size, read };
}

/** Reads parts of a file, which is known by its name, as long as `use` runs. */
export async function withFile<Result>(
  path: string,
  use: (source: FileSource) => Promise<Result>,
): Promise<Result> {
  await using file = await open(path, "r");
  return await use(await sourceOf(path, file));
}

/** Writes a file as long as `use` runs; it gets its name when it is whole. */
export async function writingFile<Result>(
  path: string,
  use: (sink: ByteSink) => Promise<Result>,
): Promise<Result> {
  const unfinished = `${path}.partial`;
  const result = await (async () => {
    await using file = await open(unfinished, "w");
    return await use({
      async write(bytes) {
        for (let done = 0; done < bytes.length;)
          done += (await file.write(bytes, done)).bytesWritten;
      },
      async overwrite(at, bytes) {
        await file.write(bytes, 0, bytes.length, at);
      },
    });
  })();
  await rename(unfinished, path);
  return result;
}

/** The same of several files. */
export async function withSources<Result>(
  paths: readonly string[],
  use: (sources: FileSource[]) => Promise<Result>,
): Promise<Result> {
  await using files = new AsyncDisposableStack();
  const sources: FileSource[] = [];
  for (const path of paths) sources.push(await sourceOf(path, files.use(await open(path, "r"))));
  return await use(sources);
}

/** A folder of its own as long as `use` runs. */
export async function inTemporaryFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "swath-"));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** All files below a folder, in order: their paths in it, with `/`. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, "/"))
    .toSorted();
}

/**
 * Files below a folder whose names match, in the order of their paths; none where there is no such
 * folder: an optional input without files.
 */
export async function findFiles(folder: string | undefined, name: RegExp): Promise<string[]> {
  if (folder === undefined || folder === "") return [];
  const paths = await filesBelow(folder).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === "ENOENT") return [];
    throw fault;
  });
  return paths.filter((path) => name.test(basename(path))).map((path) => join(folder, path));
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
