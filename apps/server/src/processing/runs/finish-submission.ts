import {
  DIVIDED_FILE,
  type RunTask,
  type StageFile,
  stageFileSchema,
} from "@swath/contract/processing";
import type { Insertable } from "kysely";
import type { LostTask } from "../../platform/compute/compute-engine.ts";
import type { Database } from "../../platform/postgres/schema.ts";
import { DamagedFile, folderOf, readInputs, keyOf, prepareSubmission } from "./submission.ts";
import { divideTasks, namedInputs, onlyTask } from "../inputs/divide-tasks.ts";
import { type InputFile, type InputFiles, matching } from "../inputs/input-file.ts";
import type { RunDeps } from "../processing-deps.ts";
import { concludeRun } from "./conclude-run.ts";
import { byCall, type EndedTask, endedTasks, keepTasks } from "./ended-tasks.ts";
import { isTolerated, leftResults } from "./failed-tasks.ts";
import { readEnded, readTasks } from "./read-results.ts";
import { NOTHING_TO_DO, readList } from "./run-plan.ts";
import { readRun, type RunRecord, type Submission } from "./run-record.ts";

/** The maximum of submissions of a call of a run; lost tasks are submitted again. */
const MAX_SUBMISSIONS = 3;
const COLLECT = "collect";

type NextSubmission = Insertable<Database["run_submissions"]>;

/** What tasks of a run that succeeded, or failed in some files, wrote. */
function outputsOf({ run }: RunRecord, ended: readonly EndedTask[]): InputFile[] {
  const { bucket, prefix } = run;
  const outputs = ended.filter(leftResults).flatMap((task) => task.outputs);
  const unique = [...new Map(outputs.map((file) => [file.path, file])).values()];
  return unique.map(({ path, size, xxh128 }) => {
    return { path, size, xxh128, bucket, key: `${prefix}${path}` };
  });
}

/** What the calls of a run may name: its inputs, and what lists its tasks. */
async function inputsOf(
  deps: RunDeps,
  record: RunRecord,
  ended: readonly EndedTask[],
): Promise<InputFiles> {
  const inputs = await readInputs(folderOf(deps, keyOf(record.run.id, 1)));
  return { ...inputs, divided: outputsOf(record, byCall(ended).divide) };
}

/** The tasks that a run's first call listed, or why there are none. */
async function listedTasks(
  deps: RunDeps,
  { run }: RunRecord,
  inputs: InputFiles,
): Promise<readonly RunTask[] | string> {
  const files = (inputs["divided"] ?? []).filter(({ path }) => path === DIVIDED_FILE);
  if (files.length === 0) return `Its tasks were not listed: there is no ${DIVIDED_FILE}`;
  const list = await readList(deps, files);
  if (typeof list === "string") return list;
  const tasks = divideTasks(run.stage, namedInputs(run.stage.command, inputs), list);
  return tasks.length === 0 ? NOTHING_TO_DO : tasks;
}

/** Whether the results of a run's tasks are collected. */
function isCollected({ job }: RunRecord, stage: StageFile, ended: readonly EndedTask[]): boolean {
  const { tasks } = byCall(ended);
  if (stage.collect === undefined || !tasks.some(leftResults)) return false;
  return job.area === "stage" || isTolerated(tasks, stage.tolerance);
}

async function nextSubmission(
  deps: RunDeps,
  record: RunRecord,
  submission: Submission,
  again: readonly RunTask[],
): Promise<NextSubmission | string | undefined> {
  const { run, processing } = record;
  const number = submission.number + 1;
  if (again.length > 0) {
    const next = { number, kind: submission.kind, tasks: again };
    return prepareSubmission(deps, processing, run, next);
  }
  if (submission.kind === "collect") return undefined;
  const ended = await endedTasks(deps.db, run.id);
  const { tasks, divide } = byCall(ended);
  if (submission.kind === "divide" && divide.some(({ ending }) => ending === "succeeded")) {
    const listed = await listedTasks(deps, record, await inputsOf(deps, record, ended));
    if (typeof listed === "string") return listed;
    return prepareSubmission(deps, processing, run, { number, kind: "tasks", tasks: listed });
  }
  if (submission.kind === "divide" || !isCollected(record, run.stage, ended)) return undefined;
  const { collect = [] } = run.stage;
  // A run that began before this member was known has its default.
  const collected = stageFileSchema.shape.collected.parse(run.stage.collected);
  const written = outputsOf(record, tasks);
  const read = collected.flatMap((glob) => matching(written, glob));
  const inputs = { ...(await inputsOf(deps, record, ended)), tasks: [...new Set(read)] };
  const only = onlyTask(COLLECT, collect, run.stage, inputs);
  const failed = tasks.filter(({ ending }) => ending !== "succeeded").length;
  const next = { number, kind: "collect", tasks: [only], failed } as const;
  return prepareSubmission(deps, processing, run, next);
}

async function replace(
  { db, clock }: RunDeps,
  { key, kind }: Submission,
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
    if (kind !== "divide" || next.kind !== "tasks") return;
    await trx
      .updateTable("processing_runs")
      .set({ tasks: next.tasks })
      .where("id", "=", next.run_id)
      .execute();
  });
}

/**
 * Records the endings of a submission's tasks, and continues its run:
 *
 * processing/R12 a call that lists the tasks is followed by these, and ends the run where it failed or listed none;
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

/** How often a call of a run was submitted, this time included. */
async function submissionsOf({ db }: RunDeps, { run_id, kind }: Submission): Promise<number> {
  const { sent } = await db
    .selectFrom("run_submissions")
    .select(({ fn }) => fn.countAll<number>().as("sent"))
    .where("run_id", "=", run_id)
    .where("kind", "=", kind)
    .executeTakeFirstOrThrow();
  return sent;
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
  const sent = await submissionsOf(deps, submission);
  const lostOnes = tasks.filter((_, index) => ended[index]?.ending === "nodeLost");
  const again = sent >= MAX_SUBMISSIONS ? [] : lostOnes;
  const next = await nextSubmission(deps, record, submission, again);
  if (next === undefined || typeof next === "string") return concludeRun(deps, record, next);
  await replace(deps, submission, next);
}
