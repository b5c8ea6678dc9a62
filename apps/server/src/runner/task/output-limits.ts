import type { Dirent } from "node:fs";
import { lstat, opendir, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { RunFile } from "@swath/contract/processing";
import type { ProgramEnd } from "../program/run-program.ts";
import type { TaskFolder } from "./task-folder.ts";

interface FolderSize {
  readonly files: number;
  readonly bytes: number;
}

/** What a program may keep in its working folder, of the most that it may put out. */
export const WORK_FOR_OUTPUT = 4;
const MAX_WORK_FILES = 1_000_000;
/** Files that are kept by no pattern are counted too. */
const FILES_FOR_OUTPUT = 10;
/** What stays free on the disk for others: this, or a share of a small one. */
const RESERVE_BYTES = 1_073_741_824;
const RESERVE_SHARE = 0.02;

/** Whether a program has written more than it may, or than its disk has room for, and why it ends. */
export async function outgrown(
  { out, work }: TaskFolder,
  { maxBytes, maxFiles }: RunFile["output"],
): Promise<ProgramEnd["ended"]> {
  const disk = await statfs(work).catch((fault: NodeJS.ErrnoException) => fault);
  // A program may do so, and must not end its runner by it.
  if (disk instanceof Error)
    return { ending: "outputFault", reason: `took its working folder away (${disk.code})` };
  const { bavail, blocks, bsize } = disk;
  if (bavail * bsize < Math.min(RESERVE_BYTES, blocks * bsize * RESERVE_SHARE))
    return { ending: "outOfDisk", reason: "left no room on the disk" };
  const tooMuch = await excess(out, { bytes: maxBytes, files: maxFiles * FILES_FOR_OUTPUT });
  if (tooMuch !== undefined)
    return { ending: "outputFault", reason: `wrote more than its ${tooMuch} of output` };
  const workMost = { bytes: maxBytes * WORK_FOR_OUTPUT, files: MAX_WORK_FILES };
  const tooMuchWork = await excess(work, workMost);
  if (tooMuchWork === undefined) return undefined;
  return { ending: "outputFault", reason: `keeps more than its ${tooMuchWork} to work with` };
}

const MB = 1_048_576;
const inWords = (count: number): string => new Intl.NumberFormat("en").format(count);

/** What stands in a folder, read as it is asked for: a program may write faster than all of it is read. */
async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder);
  } catch {
    // The program removed it meanwhile.
  }
}

/** Which of its limits a folder exceeds, in words, while others write there; counting ends there. */
async function excess(folder: string, most: FolderSize): Promise<string | undefined> {
  let files = 0;
  let bytes = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop())
    for await (const entry of entriesOf(next)) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) folders.push(path);
      const facts = await lstat(path).catch(() => undefined);
      files += 1;
      bytes += facts?.isFile() === true ? facts.size : 0;
      if (files > most.files) return `${inWords(most.files)} files`;
      if (bytes > most.bytes) return `${inWords(Math.floor(most.bytes / MB))} MB`;
    }
  return undefined;
}
