import { createReadStream } from "node:fs";
import { join } from "node:path";
import { AppError } from "@swath/contract/errors";
import type { TaskResult } from "@swath/contract/processing";
import { forEachConcurrently } from "../../platform/concurrency/for-each.ts";
import { takeHasher } from "../../platform/hashing/xxh128.ts";
import type { OutputFile } from "./collect-outputs.ts";
import type { TaskFault } from "./fault.ts";
import type { StoreCalls } from "./fetch-file.ts";
import { withStore } from "./with-store.ts";

type Published = TaskResult["outputs"][number];

export interface OutputPlace {
  readonly folder: string;
  readonly bucket: string;
  readonly prefix: string;
}

const AT_ONCE = 4;
const CHUNK = 1_048_576;

/** Stores a task's outputs aside, below its attempt's prefix; nothing refers to them yet. */
export async function publishOutputs(
  files: readonly OutputFile[],
  place: OutputPlace,
  calls: StoreCalls,
): Promise<Published[] | TaskFault> {
  if (files.length === 0) return [];
  const published: Published[] = [];
  let at = "";
  try {
    await forEachConcurrently(files, AT_ONCE, async (file) => {
      calls.signal.throwIfAborted();
      at = file.path;
      published.push(await withStore(() => store(file, place, calls), calls));
    });
  } catch (error) {
    const ending = calls.signal.aborted ? "cancelled" : "outputFault";
    if (ending === "cancelled") return { ending, file: at, message: "was cancelled" };
    if (!(error instanceof AppError)) throw error;
    return { ending, file: at, message: `cannot be stored: ${error.message}` };
  }
  return published.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

async function store(
  { path, size }: OutputFile,
  { folder, bucket, prefix }: OutputPlace,
  { objects, signal }: StoreCalls,
): Promise<Published> {
  using hasher = await takeHasher();
  const hashed = async function* () {
    for await (const chunk of createReadStream(join(folder, path), { highWaterMark: CHUNK })) {
      hasher.update(chunk as Buffer);
      yield chunk as Buffer;
    }
  };
  await (await objects()).write(bucket, prefix + path, hashed(), { size, signal });
  return { path, size, xxh128: hasher.digest() };
}
