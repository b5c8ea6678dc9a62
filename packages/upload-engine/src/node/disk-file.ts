import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, open, readlink, realpath, stat } from "node:fs/promises";
import type { FileSource } from "@swath/survey/readers";
import type { SourceFile, SourceState } from "../ports/preparer.ts";

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

/** Thrown for a folder, a device or a pipe. */
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
  return foundFile(file, path, await stat(file, { bigint: true }));
}

/** A file as a reader of its folder found it; its reads throw where something else is in its place. */
export function foundFile(file: string, path: string, found: BigIntStats): DiskFile {
  if (!found.isFile()) throw new NotAFile(`${path} is not a file`);
  const disk = {
    file,
    path,
    size: Number(found.size),
    modified: Number(found.mtimeMs),
    statusChanged: `${found.ctimeNs}`,
    stats: found,
  };
  return {
    ...disk,
    read: async (start, end) => {
      await using handle = await openFound(disk);
      const bytes = new Uint8Array(Math.max(0, end - start));
      return bytes.subarray(0, await fill(handle, bytes, start));
    },
  };
}

/** A pipe that took a file's place must not hold the program up. */
const NO_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a file if it is what was found in its place: a link that took its place, or that of a folder
 * above it, may lead anywhere. Throws {@link Changed}.
 */
async function openFound({ file, path, stats }: Omit<DiskFile, "read">): Promise<FileHandle> {
  const handle = await open(file, NO_WAITING);
  try {
    const now = await handle.stat({ bigint: true });
    if (!now.isFile()) throw new NotAFile(`${path} is not a file`);
    // Drives without inode numbers, such as exFAT, may renumber a file: its place is its identity.
    const isSame = now.dev === stats.dev && now.ino === stats.ino;
    if (isSame || (await placeOf(handle, file)) === file) return handle;
    throw new Changed("another file took its place after the folder was read");
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Where an open file is, as Linux tells it; elsewhere, where its path leads now. */
function placeOf({ fd }: FileHandle, file: string): Promise<string> {
  return readlink(`/proc/self/fd/${fd}`).catch(() => realpath(file));
}

/** A file now, beside what it was when its folder was read. */
function stateNow(
  { size, stats }: Pick<DiskFile, "size" | "stats">,
  now: BigIntStats,
): SourceState {
  const { dev, ino, mtimeNs, ctimeNs } = now;
  if (Number(now.size) !== size || mtimeNs !== stats.mtimeNs) return "changed";
  // A file system without a time of status (exFAT) shows the content's time, and renumbers files.
  const isSame = mtimeNs === ctimeNs || (dev === stats.dev && ino === stats.ino);
  return ctimeNs === stats.ctimeNs && isSame
    ? "unchanged"
    : { touched: `${dev}:${ino}:${ctimeNs}` };
}

/** Looks at a file once more. Never rejects. */
export async function diskState(source: DiskFile): Promise<SourceState> {
  try {
    await using handle = await openFound(source);
    return stateNow(source, await handle.stat({ bigint: true }));
  } catch {
    return "changed";
  }
}

/**
 * Opens a file to be sent; throws {@link Changed} where size or time are no longer those that were read.
 * One whose status alone was changed is read: what was sent of it is compared at the end.
 */
export async function openUnchanged(source: DiskFile): Promise<FileHandle> {
  const handle = await openFound(source);
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

const WORDS: Readonly<Record<string, string>> = {
  EACCES: "no permission to read it",
  EPERM: "no permission to read it",
  ENOENT: "gone while the folder was read",
  EIO: "the drive cannot read it",
  ENAMETOOLONG: "its path is too long for this system",
  ENXIO: "the drive is gone",
  ENODEV: "the drive is gone",
  ESTALE: "the drive is gone",
};

/** The system ran out of something: nothing is wrong with what it was asked for. */
const OWN = new Set(["EMFILE", "ENFILE", "ENOMEM"]);

/** Why a file could not be read: the system's reason in words, or what the error says. */
export function readingReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "syscall" in error ? systemReason(error) : error.message;
}

/** Why the system refused a file or a folder, in words; throws any other error. */
export function systemReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  if (code === undefined || OWN.has(code)) throw error;
  const words = WORDS[code];
  return words === undefined ? code : `${words} (${code})`;
}
