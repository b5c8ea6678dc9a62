import type { OutputManifest, StageFile } from "@swath/contract/processing";
import { matching } from "../inputs/input-file.ts";
import type { EndedTask } from "./ended-task.ts";
import { leftResults } from "./failed-share.ts";

type OutputFile = OutputManifest["files"][number];

/** What a run leaves: the outputs of its tasks and of its collect call, or two tasks' same path. */
export function runOutputs(
  { outputs: declared }: Pick<StageFile, "outputs">,
  tasks: readonly EndedTask[],
  collect: EndedTask | undefined,
): { readonly files: OutputFile[] } | { readonly clash: string } {
  const kinds = new Map<string, OutputFile["kind"]>();
  const left = tasks.filter(leftResults).flatMap(({ outputs }) => outputs);
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
