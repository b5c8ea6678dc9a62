import type { RunTask, StageFile } from "@swath/contract/processing";
import type { Insertable } from "kysely";
import type { LostTask } from "../../platform/compute/compute-engine.ts";
import type { Database } from "../../platform/postgres/schema.ts";
import { DamagedFile, folderOf, readInputs, keyOf, prepareSubmission } from "./submission.ts";
import { taskSeconds } from "../inputs/divide-tasks.ts";
import type { InputFile, InputFiles } from "../inputs/input-file.ts";
import type { RunDeps } from "../processing-deps.ts";
import { concludeRun } from "./conclude-run.ts";
import { type EndedTask, endedTasks, keepTasks } from "./ended-tasks.ts";
import { isTolerated, leftResults } from "./failed-tasks.ts";
import { readEnded, readTasks } from "./read-results.ts";
import { readRun, type RunRecord, type Submission } from "./run-record.ts";

/** The maximum of submissions of a run's tasks; lost ones are submitted again. */
const MAX_SUBMISSIONS = 3;
const COLLECT = "collect";

type NextSubmission = Insertable<Database["run_submissions"]>;

/** The collect call of a run: it reads the outputs of the tasks, and the run's other inputs. */
function collectTask({ run }: RunRecord, inputs: InputFiles, ended: readonly EndedTask[]): RunTask {
  const { bucket, prefix, stage } = run;
  const outputs = ended
    .filter((task) => task.kind === "tasks" && leftResults(task))
    .flatMap((task) => task.outputs);
  const unique = [...new Map(outputs.map((file) => [file.path, file])).values()];
  const tasks: InputFile[] = unique.map(({ path, size, xxh128 }) => {
    return { path, size, xxh128, bucket, key: `${prefix}${path}` };
  });
  const all = { ...inputs, tasks };
  const bytes = Object.values(all)
    .flat()
    .reduce((sum, { size }) => sum + size, 0);
  const seconds = taskSeconds(stage.resources, bytes);
  return { task: 0, name: COLLECT, inputs: all, input: null, seconds };
}

/** Whether the results of a run's tasks are collected. */
function isCollected({ job }: RunRecord, stage: StageFile, ended: readonly EndedTask[]): boolean {
  const tasks = ended.filter(({ kind }) => kind === "tasks");
  if (stage.collect === undefined || !tasks.some(leftResults)) return false;
  return job.area === "stage" || isTolerated(tasks, stage.tolerance);
}

async function nextSubmission(
  deps: RunDeps,
  record: RunRecord,
  submission: Submission,
  again: readonly RunTask[],
): Promise<NextSubmission | undefined> {
  const { run, processing } = record;
  const number = submission.number + 1;
  if (again.length > 0) {
    const next = { number, kind: submission.kind, tasks: again };
    return prepareSubmission(deps, processing, run, next);
  }
  if (submission.kind === "collect") return undefined;
  const ended = await endedTasks(deps.db, run.id);
  if (!isCollected(record, run.stage, ended)) return undefined;
  const inputs = await readInputs(folderOf(deps, keyOf(run.id, 1)));
  const tasks = [collectTask(record, inputs, ended)];
  return prepareSubmission(deps, processing, run, { number, kind: "collect", tasks });
}

async function replace(
  { db, clock }: RunDeps,
  { key }: Submission,
  next: NextSubmission,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable("run_submissions")
      .set({ state: "ended", ended: clock(), waiting: null })
      .where("key", "=", key)
      .where("state", "<>", "ended")
      .executeTakeFirst();
    // Another server did it before.
    if (ended.numUpdatedRows === 0n) return;
    await trx.insertInto("run_submissions").values(next).execute();
  });
}

/**
 * Records the endings of a submission's tasks, and continues its run:
 *
 * processing/R5 tasks that were lost with their node are submitted again, at most three times in all;
 * processing/R6 a stage with a collect call runs it once, on the outputs of all tasks that succeeded;
 * processing/R7 otherwise the run is concluded;
 * processing/R8 a run whose folder has damaged lists is concluded as failed.
 *
 * The submission stays open, and all of this is repeated, until the last step is committed.
 */
export async function finishSubmission(
  deps: RunDeps,
  submission: Submission,
  lost: readonly LostTask[],
): Promise<void> {
  const record = await readRun(deps.db, submission.run_id);
  try {
    await goOn(deps, record, submission, lost);
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    await concludeRun(deps, record, error.message);
  }
}

async function goOn(
  deps: RunDeps,
  record: RunRecord,
  submission: Submission,
  lost: readonly LostTask[],
): Promise<void> {
  const folder = folderOf(deps, submission.key);
  const tasks = await readTasks(folder, submission.tasks);
  const ended = await readEnded(folder, submission, tasks, lost);
  await keepTasks(deps.db, record.run.id, ended);
  const isLast = submission.number >= MAX_SUBMISSIONS && submission.kind === "tasks";
  const again = isLast ? [] : tasks.filter((_, index) => ended[index]?.ending === "nodeLost");
  // A collect call follows up to three submissions of tasks.
  const isTired = submission.number >= 2 * MAX_SUBMISSIONS;
  const next = await nextSubmission(deps, record, submission, isTired ? [] : again);
  if (next === undefined) return concludeRun(deps, record);
  await replace(deps, submission, next);
}
