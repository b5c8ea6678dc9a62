import type { RunFile, TaskResult } from "@swath/contract/processing";
import { collectOutputs, readMeasures } from "./collect-outputs.ts";
import type { TaskFault } from "./fault.ts";
import type { StoreCalls } from "./fetch-file.ts";
import { publishOutputs } from "./store-outputs.ts";

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
