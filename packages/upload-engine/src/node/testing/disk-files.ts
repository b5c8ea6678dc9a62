import { statSync, writeFileSync } from "node:fs";
import { type DiskFile, diskFile, foundFile } from "../disk-file.ts";

/** A file that stands on the disk already. */
export function writtenDiskFile(file: string, path: string): DiskFile {
  return { ...foundFile(file, path, statSync(file)), read: async () => new Uint8Array() };
}

/** A file that was changed on its disk after its folder was read, and kept its size. */
export async function changedDiskFile(file: string, path: string, size: number): Promise<DiskFile> {
  writeFileSync(file, new Uint8Array(size));
  const found = await diskFile(file, path);
  return { ...found, modified: found.modified - 1_000 };
}
