import { randomUUID } from "node:crypto";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { unless } from "../system.ts";

/** Names in a run's folder (contract: `runFileSchema`), the same for engines and runners. */
export const RUN_FILE = "run.json";
export const TASKS_FILE = "tasks.ndjson";
export const logFile = (task: number): string => `log-${task}.txt`;
/** The last of what a task's program reported with `progress`: a number from 0 to 1. */
export const progressFile = (task: number): string => `progress-${task}`;
/** Which element of a batch system's array took a task; see `runner/task-claims.ts`. */
export const claimFile = (task: number): string => `claim-${task}`;
/** What an element's runner wrote to its standard error, where it ended in an unforeseen way. */
export const elementLog = (element: number | "%a"): string => `array-${element}.txt`;
/** Which execution of an element is the valid one. */
export const elementFile = (element: string): string => `element-${element}`;

/** Where the result of a task lies: a line of JSON. */
export interface ResultPlace {
  readonly path: string;
  readonly start: number;
  readonly length: number;
}

/** How each line begins. */
const BEGINS = /^\{"task":(\d{1,9}),/;
const MOST_BEGIN = 20;
const RESULTS = /^results-.*\.ndjson$/;
const NEWLINE = 0x0a;
const CHUNK = 65_536;

/**
 * A file of results of a run's folder (contract: `runFileSchema`), by one execution of a runner and
 * no other process, so that no two write to it; names go by the time that they were made.
 */
export const newResultsFile = (): string => `results-${Date.now()}-${randomUUID()}.ndjson`;

/**
 * The results in a run's folder, by task. A line that is not whole is none; where two executions left
 * a result of a task, the later one's counts, whose outputs took the place of the other's.
 */
export async function findResults(folder: string): Promise<Map<number, ResultPlace>> {
  const found = new Map<number, ResultPlace>();
  const names = (await readdir(folder)).filter((name) => RESULTS.test(name)).toSorted();
  for (const name of names) await addLines(join(folder, name), found);
  return found;
}

async function addLines(path: string, found: Map<number, ResultPlace>): Promise<void> {
  await using file = await open(path).catch(unless("ENOENT"));
  if (file === undefined) return;
  const buffer = Buffer.allocUnsafe(CHUNK);
  let [start, begin] = [0, ""];
  for (let [at, bytesRead] = [0, 1]; bytesRead > 0; at += bytesRead) {
    ({ bytesRead } = await file.read(buffer, 0, CHUNK, at));
    const chunk = buffer.subarray(0, bytesRead);
    for (let from = 0; from < bytesRead;) {
      begin += chunk.toString("latin1", from, from + MOST_BEGIN - begin.length);
      const end = chunk.indexOf(NEWLINE, from);
      if (end === -1) break;
      const task = BEGINS.exec(begin)?.[1];
      if (task !== undefined) found.set(Number(task), { path, start, length: at + end - start });
      start = at + end + 1;
      from = end + 1;
      begin = "";
    }
  }
}

/** The tasks of a run that have no result. */
export async function tasksWithoutResult(folder: string, tasks: number): Promise<number[]> {
  const ended = await findResults(folder);
  return Array.from({ length: tasks }, (_, task) => task).filter((task) => !ended.has(task));
}
