import { spawn } from "node:child_process";
import { once } from "node:events";
import type { BigIntStats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { type Hasher, takeHasher } from "../hashing/xxh128.ts";
import type { ByteRange } from "../object-store/object-store.ts";
import { notAsReceived } from "../object-store/store-refusals.ts";
import { codeOf } from "../system.ts";
import { giveMemoryBack, takeMemory } from "./direct-output.ts";
import type { OpenFile } from "./file-read.ts";

/** The first descriptor behind standard input, output and errors. */
const FIRST_DESCRIPTOR = 3;

/**
 * Copies whole open files into one by the machine's `cat`, which has the kernel copy them
 * (copy_file_range: no byte passes through this process, and where the file system shares blocks
 * none is copied). `cat` inherits them open: it reads these files, whatever stands under their names.
 * Answers the new file's state on the disk; undefined where there is no `cat`.
 */
export async function copyByKernel(
  batches: AsyncIterable<readonly OpenFile[]>,
  path: string,
  signal: AbortSignal | undefined,
): Promise<BigIntStats | undefined> {
  if (process.platform === "win32") return undefined;
  await using handle = await open(path, "wx", 0o600);
  for await (const files of batches)
    if (!(await runCat(files, handle.fd, signal))) return undefined;
  await handle.sync();
  return handle.stat({ bigint: true });
}

/** Whether `cat` could be run; throws where it failed. */
async function runCat(
  files: readonly OpenFile[],
  output: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const names = files.map((_file, i) => `/dev/fd/${FIRST_DESCRIPTOR + i}`);
  const child = spawn("cat", ["--", ...names], {
    stdio: ["ignore", output, "pipe", ...files.map(({ handle }) => handle.fd)],
    ...(signal === undefined ? {} : { signal }),
  });
  try {
    const [said, [code]] = await Promise.all([text(child.stderr!), once(child, "close")]);
    if (code !== 0) throw new Error(`cat failed (${code}): ${said.slice(0, 500)}`);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

/**
 * Compares a range of an open file with the checksum of what is to stand there; throws
 * CHECKSUM_MISMATCH, naming the object whose bytes they are. `whole` takes the bytes as well.
 */
export async function checkBytes(
  handle: FileHandle,
  { start, length }: ByteRange,
  { key, xxh128, whole }: { readonly key: string; readonly xxh128: string; readonly whole: Hasher },
): Promise<void> {
  using hasher = await takeHasher();
  const memory = takeMemory();
  try {
    for (let done = 0; done < length;) {
      const most = Math.min(memory.length, length - done);
      const { bytesRead } = await handle.read(memory, 0, most, start + done);
      if (bytesRead === 0) break;
      const bytes = memory.subarray(0, bytesRead);
      hasher.update(bytes);
      whole.update(bytes);
      done += bytesRead;
    }
    if (hasher.digest() !== xxh128) throw notAsReceived(key);
  } finally {
    giveMemoryBack(memory);
  }
}
