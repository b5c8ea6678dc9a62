import { createWriteStream } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { SampleFile } from "./sample-file.ts";

export interface WrittenFile {
  readonly path: string;
  readonly size: number;
}

/** Writes the files below a folder, one after another, as streams; overwrites existing files. */
export async function writeFolder(
  folder: string,
  files: readonly SampleFile[],
): Promise<WrittenFile[]> {
  const written: WrittenFile[] = [];
  for (const file of files) {
    const target = join(folder, file.path);
    await mkdir(dirname(target), { recursive: true });
    const made = file.content();
    const chunks = made instanceof Uint8Array ? [made] : made;
    const sink = createWriteStream(target);
    await pipeline(Readable.from(chunks, { objectMode: true, highWaterMark: 2 }), sink);
    written.push({ path: file.path, size: sink.bytesWritten });
  }
  return written;
}

/** Files below a folder that are not among these: if they stayed, the sample would have faults. */
export async function strangers(folder: string, files: readonly SampleFile[]): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const planned = new Set(files.map(({ path }) => path));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !planned.has(path));
}
