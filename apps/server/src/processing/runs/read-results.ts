import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { runTaskSchema, type RunTask } from "@swath/contract/processing";
import type { LostTask } from "../../platform/compute/compute-engine.ts";
import { findResults } from "../../platform/compute/run-files.ts";
import { readResult } from "../../platform/compute/run-folder.ts";
import { forEachConcurrently } from "../../platform/concurrency/for-each.ts";
import { DamagedFile, readWhole } from "./submission.ts";
import type { SubmissionKind } from "./runs.tables.ts";
import type { EndedTask } from "./ended-tasks.ts";
import { filesFailed } from "./failed-tasks.ts";

const READS_AT_ONCE = 16;

/** The tasks of a submission, as its folder lists them; throws DamagedFile where it lists other ones. */
export async function readTasks(folder: string, count?: number): Promise<RunTask[]> {
  const path = join(folder, "tasks.ndjson");
  const tasks = await readWhole(path, readLines);
  if (count !== undefined && tasks.length !== count) throw new DamagedFile(path);
  return tasks;
}

async function readLines(path: string): Promise<RunTask[]> {
  const input = createReadStream(path);
  const tasks: RunTask[] = [];
  for await (const line of createInterface({ input }))
    if (line !== "") tasks.push(runTaskSchema.parse(JSON.parse(line)));
  return tasks;
}

/** How many results stand in a folder; 0 where it is gone. */
export async function countResults(folder: string): Promise<number> {
  return findResults(folder).then(
    ({ size }) => size,
    () => 0,
  );
}

const BARE = {
  exitCode: null,
  signal: null,
  node: null,
  started: null,
  ended: null,
  cpuSeconds: null,
  peakMemoryBytes: null,
  outputs: [],
  measures: [],
} as const;

/** A task that left no result, as its engine reports it. */
function without(lost: LostTask | undefined) {
  const { ending = "nodeLost", node = null, reason = "It left no result" } = lost ?? {};
  return { ...BARE, ending, node, errors: [{ file: "", message: reason }] };
}

const UNREADABLE = {
  ...BARE,
  ending: "outputFault",
  errors: [{ file: "", message: "Its result cannot be read" }],
} as const;

/** How the tasks of an ended submission ended, in their order. */
export async function readEnded(
  folder: string,
  { key, kind }: { readonly key: string; readonly kind: SubmissionKind },
  tasks: readonly RunTask[],
  lost: readonly LostTask[],
): Promise<EndedTask[]> {
  const results = await findResults(folder);
  const byTask = new Map(lost.map((each) => [each.task, each]));
  const ended: EndedTask[] = [];
  await forEachConcurrently(tasks, READS_AT_ONCE, async ({ task, name, input, inputs }) => {
    const place = results.get(task);
    const own = { kind, key, task, input: input?.path ?? null };
    const facts =
      place === undefined
        ? without(byTask.get(task))
        : ((await readResult(place).catch(() => undefined)) ?? UNREADABLE);
    const errors = facts.errors.map((each) =>
      each.file === "" ? { ...each, file: own.input ?? name } : each,
    );
    ended[task] = { ...facts, ...own, errors, name, ...filesFailed(inputs, errors) };
  });
  return ended;
}
