import type { ByteSink } from "@swath/pointcloud/las";
import type { ByteSource } from "@swath/pointcloud/points";
import type { FileSource } from "@swath/survey/readers";
import { type FileHandle, open, readdir, rename } from "node:fs/promises";
import { basename, join } from "node:path";

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

/** Reads parts of a file as long as `use` runs. */
export async function withFile<Result>(
  path: string,
  use: (source: ByteSource) => Promise<Result>,
): Promise<Result> {
  await using file = await open(path, "r");
  const { size } = await file.stat();
  return await use({
    size,
    read: (start, end) => readPart(file, start, Math.min(end, size)),
  });
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

/** Opens files for the readers of surveys as long as `use` runs. */
export async function withSources<Result>(
  paths: readonly string[],
  use: (sources: FileSource[]) => Promise<Result>,
): Promise<Result> {
  const files: FileHandle[] = [];
  try {
    const sources: FileSource[] = [];
    for (const path of paths) {
      const file = await open(path, "r");
      files.push(file);
      sources.push(sourceOf(basename(path), file, (await file.stat()).size));
    }
    return await use(sources);
  } finally {
    for (const file of files) await file.close();
  }
}

function sourceOf(path: string, file: FileHandle, size: number): FileSource {
  return {
    path,
    size,
    read: (start, end) => readPart(file, start, Math.min(end, size)),
  };
}

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
