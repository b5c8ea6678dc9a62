import type { OutputManifest, StageFile } from "@swath/contract/processing";
import { matching } from "../inputs/input-file.ts";
import type { EndedTask } from "./ended-task.ts";

type OutputFile = OutputManifest["files"][number];

/** Every task may leave its own, whatever pattern it is kept by. */
const MEASURES = "measures.json";

/** What a run leaves: the outputs of its tasks and of its collect call, or two tasks' same path. */
export function runOutputs(
  { outputs: declared }: Pick<StageFile, "outputs">,
  tasks: readonly EndedTask[],
  collect: EndedTask | undefined,
): { readonly files: OutputFile[] } | { readonly clash: string } {
  const kinds = new Map<string, OutputFile["kind"]>();
  const all = [...tasks, ...(collect === undefined ? [] : [collect])].filter(
    ({ ending }) => ending === "succeeded",
  );
  for (const { glob, kind } of declared.toReversed())
    for (const { path } of matching(
      all.flatMap(({ outputs }) => outputs),
      glob,
    ))
      kinds.set(path, kind);
  const files = new Map<string, OutputFile>();
  for (const task of all)
    for (const output of task.outputs) {
      const kind = kinds.get(output.path) ?? "other";
      // Each task's measures are kept with the run; a collect call may write over what tasks left.
      const mayRepeat = output.path === MEASURES || task.kind === "collect";
      if (files.has(output.path) && !mayRepeat) return { clash: output.path };
      files.set(output.path, { ...output, kind });
    }
  return { files: [...files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
}
