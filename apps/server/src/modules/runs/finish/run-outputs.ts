import type { OutputManifest, StageFile } from "@swath/contract/processing";
import { matching } from "../inputs/input-file.ts";
import type { EndedTask } from "./ended-task.ts";

type OutputFile = OutputManifest["files"][number];

/** Every task may leave its own, whatever pattern it is kept by: the run's record keeps each of them. */
const MEASURES = "measures.json";

/**
 * What tasks left at paths of their own. Where several wrote measures, one path holds whichever was
 * stored last: none of them is an output.
 */
export function taskOutputs(tasks: readonly EndedTask[]): EndedTask["outputs"] {
  const all = tasks.flatMap(({ outputs }) => outputs);
  const isShared = all.filter(({ path }) => path === MEASURES).length > 1;
  return isShared ? all.filter(({ path }) => path !== MEASURES) : all;
}

/** What a run leaves: the outputs of its tasks and of its collect call, or two tasks' same path. */
export function runOutputs(
  { outputs: declared }: Pick<StageFile, "outputs">,
  tasks: readonly EndedTask[],
  collect: EndedTask | undefined,
): { readonly files: OutputFile[] } | { readonly clash: string } {
  const kinds = new Map<string, OutputFile["kind"]>();
  const succeeded = tasks.filter(({ ending }) => ending === "succeeded");
  const left = taskOutputs(succeeded);
  const collected = collect?.ending === "succeeded" ? collect.outputs : [];
  for (const { glob, kind } of declared.toReversed())
    for (const { path } of matching([...left, ...collected], glob)) kinds.set(path, kind);
  const kindOf = (path: string): OutputFile["kind"] => kinds.get(path) ?? "other";
  const files = new Map<string, OutputFile>();
  for (const output of left) {
    if (files.has(output.path)) return { clash: output.path };
    files.set(output.path, { ...output, kind: kindOf(output.path) });
  }
  // A collect call may write over what tasks left.
  for (const output of collected) files.set(output.path, { ...output, kind: kindOf(output.path) });
  return { files: [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
}
