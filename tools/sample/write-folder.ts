import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { SampleFile } from "./sample-file.ts";

export interface WrittenFile {
  readonly path: string;
  readonly size: number;
}

/** Writes the files below a folder, one after another, as streams; overwrites what is there. */
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
