import { join } from "node:path";
import type { RunTask } from "@swath/contract/processing";
import type { TaskFolder } from "./task-folder.ts";

const PLACEHOLDER = /\{(out|work|task|input(?:\.([a-z][A-Za-z0-9]{0,31}))?)\}/g;

/** The words of a task's command; they go to the program as they are, past any shell. */
export function commandLine(
  command: readonly string[],
  task: RunTask,
  folder: TaskFolder,
): readonly string[] {
  const own = task.input === null ? "" : join(folder.inputs, task.input.of, task.input.path);
  const values: Readonly<Record<string, string>> = {
    out: folder.out,
    work: folder.work,
    task: task.name,
    input: own,
  };
  return command.map((word) =>
    word.replaceAll(PLACEHOLDER, (_, name: string, input: string | undefined) =>
      input === undefined ? (values[name] ?? "") : join(folder.inputs, input),
    ),
  );
}
