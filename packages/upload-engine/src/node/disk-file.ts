import type { BigIntStats } from "node:fs";
import { type FileHandle, open, readdir, stat } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import type { FileSource } from "@swath/survey/readers";
import type { SourceState } from "../ports/preparer.ts";
import type { SourceFile } from "../ports/source.ts";

/** A file of this machine as it was when its folder was read: to be validated, and to be sent. */
export interface DiskFile extends FileSource, SourceFile {
  /** Where it is on the disk. */
  readonly file: string;
  /** When it was last changed, in milliseconds since 1970. */
  readonly modified: number;
  /** When its status was last changed (ctime), in nanoseconds since 1970. */
  readonly statusChanged: string;
  /** What tells it from what it may become. */
  readonly stats: DiskStats;
}

type DiskStats = Pick<BigIntStats, "dev" | "ino" | "mtimeNs" | "ctimeNs">;

/** Thrown for what is no file: a folder, a device, a pipe. */
class NotAFile extends Error {
  override readonly name = "NotAFile";
  readonly code = "notAFile";
}

/** Thrown where a file is no longer what it was when its folder was read. */
class Changed extends Error {
  override readonly name = "Changed";
}

/** A file on this machine's disk, opened for each read; throws the system's error, or {@link NotAFile}. */
export async function diskFile(file: string, path: string): Promise<DiskFile> {
  const found = await stat(file, { bigint: true });
  if (!found.isFile()) throw new NotAFile(`${path} is not a file`);
  return {
    file,
    path,
    size: Number(found.size),
    modified: Number(found.mtimeMs),
    statusChanged: `${found.ctimeNs}`,
    stats: found,
    read: async (start, end) => {
      await using handle = await open(file);
      const bytes = new Uint8Array(Math.max(0, end - start));
      return bytes.subarray(0, await fill(handle, bytes, start));
    },
  };
}

/** Every file below a folder, with paths from the folder's own name on; links to files count. */
export async function folderFiles(folder: string): Promise<DiskFile[]> {
  const root = resolve(folder);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const named = entries.filter((entry) => entry.isFile() || entry.isSymbolicLink());
  const files = named.map((entry) => {
    const file = join(entry.parentPath, entry.name);
    const path = [basename(root), ...relative(root, file).split(sep)].join("/");
    return diskFile(file, path).catch(nothing(entry.isSymbolicLink()));
  });
  const found = (await Promise.all(files)).filter((file) => file !== undefined);
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** A broken link, or one to a folder, is no file of the flight. */
function nothing(link: boolean): (error: unknown) => undefined {
  return (error) => {
    if (!link) throw error;
  };
}

/** A file now, beside what it was when its folder was read. */
export function stateNow(
  { size, stats }: Pick<DiskFile, "size" | "stats">,
  now: BigIntStats,
): SourceState {
  const { dev, ino, mtimeNs, ctimeNs } = now;
  if (Number(now.size) !== size || mtimeNs !== stats.mtimeNs) return "changed";
  // A file system without a time of status (exFAT) shows that of the content, and numbers files anew.
  const isSame = mtimeNs === ctimeNs || (dev === stats.dev && ino === stats.ino);
  return ctimeNs === stats.ctimeNs && isSame
    ? "unchanged"
    : { touched: `${dev}:${ino}:${ctimeNs}` };
}

/**
 * Opens a file to be sent; throws {@link Changed} where size or time are no longer those that were read.
 * One whose status alone was changed is read: what was sent of it is compared at the end.
 */
export async function openUnchanged(source: DiskFile): Promise<FileHandle> {
  const handle = await open(source.file);
  if (stateNow(source, await handle.stat({ bigint: true })) !== "changed") return handle;
  await handle.close();
  throw new Changed("it was changed after the folder was read");
}

/** Reads until a buffer is full or the file ends; returns how many bytes were read. */
export async function fill(handle: FileHandle, bytes: Uint8Array, start: number): Promise<number> {
  let filled = 0;
  while (filled < bytes.length) {
    const rest = bytes.length - filled;
    const { bytesRead } = await handle.read(bytes, filled, rest, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

export function asDiskFile(source: SourceFile): DiskFile {
  if (!("file" in source) || typeof source.file !== "string")
    throw new TypeError(`${source.path} is no file of this disk`);
  return source as DiskFile;
}
