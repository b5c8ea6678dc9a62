import { createWriteStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { AppError } from "@swath/contract/errors";
import type { FilePart, RunTask } from "@swath/contract/processing";
import { hashing } from "../../platform/hashing/xxh128.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import { isDiskFull, type TaskFault } from "./fault.ts";
import { withStore } from "./with-store.ts";

export type TaskFile = RunTask["inputs"][string][number];

export interface StoreCalls {
  readonly objects: () => Promise<ObjectStore>;
  /** How long a store that does not answer is tried again. */
  readonly storeSeconds: number;
  readonly signal: AbortSignal;
}

/**
 * Writes an object to a file and verifies that its bytes are what they were when the run was made; of one that is
 * needed in parts these, in a file of the same size with holes.
 */
export async function fetchFile(
  file: TaskFile,
  target: string,
  calls: StoreCalls,
): Promise<TaskFault | undefined> {
  const fault = (message: string): TaskFault => ({
    ending: "inputFault",
    file: file.path,
    message,
  });
  try {
    const { parts } = file;
    if (parts !== undefined) {
      const isSound = await withStore(
        () => downloadParts({ ...file, parts }, target, calls),
        calls,
      );
      return isSound ? undefined : fault("is not what it was: a part of it differs");
    }
    const { size, xxh128 } = await withStore(() => download(file, target, calls), calls);
    if (size !== file.size) return fault(`has ${size} bytes instead of ${file.size}`);
    if (file.xxh128 !== null && xxh128 !== file.xxh128)
      return fault("is not what it was: its XXH128 differs");
    return undefined;
  } catch (error) {
    if (calls.signal.aborted) return { ...fault("was cancelled"), ending: "cancelled" };
    if (isDiskFull(error)) return { ...fault("no room left for it"), ending: "outOfDisk" };
    if (error instanceof AppError) return fault(`cannot be read from the store: ${error.message}`);
    throw error;
  }
}

/** Parts with fewer bytes between them are read at once. */
const BESIDE = 65_536;

/** Runs of parts that lie near each other, in their order in the file. */
function* runsOf(parts: readonly FilePart[]): Generator<FilePart[]> {
  let run: FilePart[] = [];
  for (const part of parts.toSorted(([one], [other]) => one - other)) {
    const last = run.at(-1);
    if (last !== undefined && part[0] > last[1] + BESIDE) {
      yield run;
      run = [];
    }
    run.push(part);
  }
  if (run.length > 0) yield run;
}

/** Answers whether all parts are as they were when they were listed. */
async function downloadParts(
  { bucket, key, size, parts }: TaskFile & { readonly parts: readonly FilePart[] },
  target: string,
  { objects, signal }: StoreCalls,
): Promise<boolean> {
  await rm(target, { force: true });
  await using file = await open(target, "wx", 0o444);
  await file.truncate(size);
  for (const run of runsOf(parts)) {
    signal.throwIfAborted();
    const start = run[0]![0];
    const end = Math.max(...run.map((part) => part[1]));
    if (end > size) return false;
    const range = { start, length: end - start };
    const bytes = await buffer(await (await objects()).read(bucket, key, { range }));
    for (const [from, to, crc] of run) {
      const part = bytes.subarray(from - start, to - start);
      if (part.length !== to - from || crc32(part) !== crc) return false;
      await file.write(part, 0, part.length, from);
    }
  }
  return true;
}

async function download(
  { bucket, key }: TaskFile,
  target: string,
  { objects, signal }: StoreCalls,
): Promise<{ size: number; xxh128: string }> {
  await rm(target, { force: true });
  const { chunks, sum } = hashing(await (await objects()).read(bucket, key));
  const file = createWriteStream(target, { mode: 0o444, flags: "wx" });
  await pipeline(chunks, file, { signal });
  return sum();
}
