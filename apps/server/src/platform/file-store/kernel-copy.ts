import { spawn } from "node:child_process";
import { once } from "node:events";
import type { BigIntStats } from "node:fs";
import { open } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { OpenFile } from "./file-read.ts";
import { codeOf } from "../system.ts";

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
