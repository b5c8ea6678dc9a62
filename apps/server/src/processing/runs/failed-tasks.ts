import type { FailedFiles, RunTask, TaskResult } from "@swath/contract/processing";
import { basename } from "node:path";
import { type EndedTask, endingInWords } from "./ended-tasks.ts";

/** The maximum of a job's entries, so that endless failures fill no disk. */
const MAX_ENTRIES = 1_000;
const MAX_MESSAGES = 20;

function entriesOf(task: EndedTask): FailedFiles[] {
  const said = Map.groupBy(task.errors, ({ file }) => file);
  if (said.size === 0) {
    const message = `${task.name} ${endingInWords(task)}`;
    return [{ file_names: [task.input ?? task.name], failure_message: [message] }];
  }
  // A program that failed by itself has said why; any other ending is said besides.
  const besides = task.ending === "failed" ? [] : [`${task.name} ${endingInWords(task)}`];
  return [...said].map(([file, errors]) => ({
    file_names: [file],
    failure_message: [...errors.slice(0, MAX_MESSAGES).map(({ message }) => message), ...besides],
  }));
}

/** The files that a job failed with, and each one's messages (document 3, section 3). */
export function failedFilesOf(failed: readonly EndedTask[]): FailedFiles[] {
  const entries: FailedFiles[] = [];
  for (const task of failed) {
    if (entries.length >= MAX_ENTRIES) break;
    entries.push(...entriesOf(task));
  }
  return entries.slice(0, MAX_ENTRIES);
}

type Files = Pick<EndedTask, "files" | "failedFiles">;

const UNKNOWN: Files = { files: null, failedFiles: null };

/**
 * The files that a task says it failed in, among those of the inputs that they are of. Unknown where
 * it names something else besides: then all of it failed.
 */
export function filesFailed(
  inputs: RunTask["inputs"],
  errors: readonly TaskResult["errors"][number][],
): Files {
  const named = new Set(errors.map(({ file }) => file));
  const isNamed = (path: string): boolean => named.has(path) || named.has(basename(path));
  const read = Object.values(inputs)
    .map((files) => files.map(({ path }) => path))
    .filter((paths) => paths.some(isNamed))
    .flat();
  const known = new Set(read.flatMap((path) => [path, basename(path)]));
  if (named.size === 0 || [...named].some((name) => !known.has(name))) return UNKNOWN;
  return { files: read.length, failedFiles: read.filter(isNamed).length };
}

/** Whether a task failed in some of its files, and left results of the others. */
const isPartial = ({ ending, files, failedFiles, outputs }: EndedTask): boolean =>
  ending === "failed" && files !== null && failedFiles! < files && outputs.length > 0;

/** Whether the outputs of a task count. */
export const leftResults = (task: EndedTask): boolean =>
  task.ending === "succeeded" || isPartial(task);

/** The error that rounding may add to a sum of shares. */
const EPSILON = 1e-9;

/**
 * Whether no more of the tasks failed than a stage's tolerance, 0 to 1, admits: of one that failed
 * in some of its files the share of these.
 */
export function isTolerated(tasks: readonly EndedTask[], tolerance: number): boolean {
  const failed = tasks.reduce((sum, task) => {
    if (task.ending === "succeeded") return sum;
    return sum + (isPartial(task) ? task.failedFiles! / task.files! : 1);
  }, 0);
  return failed <= tolerance * tasks.length + EPSILON;
}

/** How many tasks succeeded and failed; one that failed in some of its files counts as these. */
export function countTasks(tasks: readonly EndedTask[]) {
  const counts = { succeeded: 0, failed: 0 };
  for (const task of tasks) {
    const partial = isPartial(task);
    counts.failed += partial ? task.failedFiles! : Number(task.ending !== "succeeded");
    counts.succeeded += partial
      ? task.files! - task.failedFiles!
      : Number(task.ending === "succeeded");
  }
  return counts;
}
