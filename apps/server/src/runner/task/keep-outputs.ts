import { AppError } from "@swath/contract/errors";
import type { RunFile, TaskResult } from "@swath/contract/processing";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { forEachConcurrently } from "../../platform/concurrency/for-each.ts";
import { hashing } from "../../platform/hashing/xxh128.ts";
import { collectOutputs, type OutputFile, readMeasures } from "./collect-outputs.ts";
import type { TaskFault } from "./fault.ts";
import type { StoreCalls } from "./fetch-file.ts";
import { withStore } from "./with-store.ts";

/** What a task wrote, verified and stored aside, or why nothing of it is kept. */
export async function keepOutputs(
  folder: string,
  output: RunFile["output"],
  calls: StoreCalls & { readonly isCurrent: () => boolean },
): Promise<Pick<TaskResult, "outputs" | "measures"> | TaskFault> {
  const measures = await readMeasures(folder);
  if ("ending" in measures) return measures;
  const files = await collectOutputs(folder, output);
  if ("ending" in files) return files;
  if (!calls.isCurrent())
    return { ending: "cancelled", file: "", message: "is executed elsewhere" };
  const { bucket, prefix } = output;
  const outputs = await publishOutputs(files, { folder, bucket, prefix }, calls);
  return "ending" in outputs ? outputs : { outputs, measures };
}

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
  const { chunks, sum } = hashing(createReadStream(join(folder, path), { highWaterMark: CHUNK }));
  await (await objects()).write(bucket, prefix + path, chunks, { size, signal });
  return { path, size, xxh128: sum().xxh128 };
}
