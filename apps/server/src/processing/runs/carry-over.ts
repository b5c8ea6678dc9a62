import type { RunTask } from "@swath/contract/processing";
import { forEachConcurrently } from "../../platform/concurrency/for-each.ts";
import { type EndedTask, endedTasks } from "./ended-tasks.ts";
import type { RunDeps } from "../processing-deps.ts";

/** Where an attempt's outputs stand. */
export interface AttemptPlace {
  readonly bucket: string;
  readonly prefix: string;
}

const COPIES_AT_ONCE = 8;

/** The run that a job's last attempt was. */
export async function lastRun({ db }: Pick<RunDeps, "db">, jobId: string) {
  return db
    .selectFrom("processing_runs")
    .select(["id", "bucket", "prefix", "attempt", "params", "inputs_sha256", "stage_sha256"])
    .where("job_id", "=", jobId)
    .where("state", "=", "ended")
    .where("swept", "is", null)
    .orderBy("attempt", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Tasks that run once more, and those whose results of the last attempt are kept. */
export interface PartedTasks {
  readonly tasks: readonly RunTask[];
  readonly kept: readonly EndedTask[];
}

/**
 * Parts the tasks of a run of which only some are ordered: one that did not succeed in the last
 * attempt runs again whether it was ordered or not.
 */
export async function partTasks(
  deps: Pick<RunDeps, "db">,
  tasks: readonly RunTask[],
  only: readonly string[] | null,
  runId: string | undefined,
): Promise<PartedTasks> {
  if (only === null || runId === undefined) return { tasks, kept: [] };
  const before = await endedTasks(deps.db, runId);
  const sound = new Map(
    before
      .filter(({ kind, ending }) => kind === "tasks" && ending === "succeeded")
      .map((task) => [task.name, task]),
  );
  const isKept = ({ name }: RunTask): boolean => sound.has(name) && !only.includes(name);
  const again = tasks.filter((task) => !isKept(task));
  // None of those ordered is there any more.
  if (again.length === 0) return { tasks, kept: [] };
  return {
    tasks: again,
    kept: tasks.filter(isKept).map(({ name }) => sound.get(name)!),
  };
}

/** Copies the outputs of tasks that do not run again to where a new attempt's stand. */
export async function carryOver(
  { store }: Pick<RunDeps, "store">,
  kept: readonly EndedTask[],
  from: AttemptPlace,
  to: AttemptPlace,
): Promise<void> {
  const outputs = kept.flatMap((task) => task.outputs);
  await forEachConcurrently(outputs, COPIES_AT_ONCE, async ({ path }) => {
    await store.copy(
      { bucket: from.bucket, key: `${from.prefix}${path}` },
      { bucket: to.bucket, key: `${to.prefix}${path}` },
    );
  });
}
