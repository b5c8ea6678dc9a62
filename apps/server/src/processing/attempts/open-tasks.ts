import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { OpenTasks } from "@swath/contract/processing";
import { folderOf } from "../runs/run-folder.ts";
import { readTasks } from "../runs/read-results.ts";
import { progressFile } from "../../platform/compute/run-files.ts";
import type { RunDeps } from "../runs/run-deps.ts";

const MOST_ANSWERED = 100;
const NONE: OpenTasks = { total: 0, tasks: [] };

/** Numbers of tasks that have a file of this kind in a run's folder. */
function numbered(names: readonly string[], pattern: RegExp): ReadonlySet<number> {
  return new Set(
    names.flatMap((name) => {
      const found = pattern.exec(name);
      return found === null ? [] : [Number(found[1])];
    }),
  );
}

/** What a task's program said of its progress, which is written while it is read here. */
async function progressOf(folder: string, task: number): Promise<number | null> {
  const text = await readFile(join(folder, progressFile(task)), "utf8").catch(() => "");
  const share = text === "" ? Number.NaN : Number(text);
  return share >= 0 && share <= 1 ? share : null;
}

/** The tasks of a run under way that have not ended, by what stands in its folder. */
export async function openTasks(
  deps: Pick<RunDeps, "db" | "spool">,
  run: { readonly id: string },
): Promise<OpenTasks> {
  const submission = await deps.db
    .selectFrom("run_submissions")
    .select(["key", "kind"])
    .where("run_id", "=", run.id)
    .where("state", "<>", "ended")
    .executeTakeFirst();
  if (submission === undefined) return NONE;
  const folder = folderOf(deps, submission.key);
  // Its folder is written after the record, and removed with the run's logs.
  const names = await readdir(folder).catch(() => undefined);
  if (names === undefined || !names.includes("tasks.ndjson")) return NONE;
  const ended = numbered(names, /^result-(\d+)\.json$/);
  const begun = numbered(names, /^log-(\d+)\.txt$/);
  const open = (await readTasks(folder)).filter(({ task }) => !ended.has(task));
  const first = open
    .toSorted((a, b) => Number(begun.has(b.task)) - Number(begun.has(a.task)))
    .slice(0, MOST_ANSWERED);
  const sizeOf = (task: number): Promise<number | null> =>
    stat(join(folder, `log-${task}.txt`)).then(
      ({ size }) => size,
      () => null,
    );
  const tasks = first.map(async ({ task, name, input }) => ({
    name,
    collect: submission.kind === "collect",
    input: input?.path ?? null,
    logBytes: begun.has(task) ? await sizeOf(task) : null,
    progress: begun.has(task) ? await progressOf(folder, task) : null,
  }));
  return { total: open.length, tasks: await Promise.all(tasks) };
}
