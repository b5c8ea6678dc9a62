import { open } from "node:fs/promises";
import { type TaskResult, taskResultSchema } from "@swath/contract/processing";
import { findResults } from "../../platform/compute/run-files.ts";

/** The results that stand in a run's folder, in the order of their tasks. */
export async function resultsOf({ folder }: { readonly folder: string }): Promise<TaskResult[]> {
  const found = [...(await findResults(folder))].toSorted(([a], [b]) => a - b);
  const read = found.map(async ([, { path, start, length }]) => {
    await using file = await open(path);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, start);
    return taskResultSchema.parse(JSON.parse(buffer.toString()));
  });
  return Promise.all(read);
}
