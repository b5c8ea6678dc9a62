import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { AppError } from "@swath/contract/errors";
import type { RunTask } from "@swath/contract/processing";
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

/** Writes an object to a file and verifies that its bytes are what they were when the run was made. */
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
