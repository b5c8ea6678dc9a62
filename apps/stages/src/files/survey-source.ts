import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import type { FileSource } from "@swath/survey/readers";
import { readPart } from "./file-bytes.ts";

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
