import type { FailedFiles } from "@swath/contract/processing";
import { type EndedTask, endingInWords } from "./ended-task.ts";

/** Most entries of a job: what fails for ever fills nothing. */
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
export function failedFiles(failed: readonly EndedTask[]): FailedFiles[] {
  const entries: FailedFiles[] = [];
  for (const task of failed) {
    if (entries.length >= MAX_ENTRIES) break;
    entries.push(...entriesOf(task));
  }
  return entries.slice(0, MAX_ENTRIES);
}
