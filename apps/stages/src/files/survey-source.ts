import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import type { FileSource } from "@swath/survey/readers";

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
    async read(start, end) {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start));
      let done = 0;
      while (done < bytes.length) {
        const { bytesRead } = await file.read(bytes, done, bytes.length - done, start + done);
        if (bytesRead === 0) break;
        done += bytesRead;
      }
      return bytes.subarray(0, done);
    },
  };
}
