import { sql } from "kysely";
import { isRunning, type OutputManifest } from "@swath/contract/processing";
import { moveJobStatus, type ProcessingJob } from "../../domain/processing/move-job-status.ts";
import { attemptManifestKey, attemptPath } from "../../domain/processing/output-place.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import type { RunDeps } from "../processing-deps.ts";
import { byCall, type EndedTask, endedTasks } from "./ended-tasks.ts";
import { failedFilesOf, countTasks, leftResults } from "./failed-tasks.ts";
import { joinMeasures } from "./join-measures.ts";
import {
  publishOutputs,
  withdrawOutputs,
  writeManifest,
  runOutputs,
  settleAfterFailure,
  settleManifest,
} from "./publish-outputs.ts";
import type { RunRecord } from "./run-record.ts";
import { traceRun } from "./trace-run.ts";
import { fails, type RunOutcome, outcomeOf } from "./run-outcome.ts";

type Deps = Pick<RunDeps, "db" | "store" | "buckets">;

const REASON_LENGTH = 4_000;

interface Conclusion {
  readonly outcome: RunOutcome;
  readonly tasks: readonly EndedTask[];
  readonly measures: ReturnType<typeof joinMeasures>;
  readonly manifest: OutputManifest;
}

/** When a run's last task ended: the same however often it is concluded. */
function lastEnd(tasks: readonly EndedTask[], otherwise: Date): string {
  const ends = tasks.flatMap(({ ended }) => ended ?? []).toSorted();
  return ends.at(-1) ?? otherwise.toISOString();
}

/** When the first task started: a run may end before a pass saw it run. */
function firstStart(tasks: readonly EndedTask[]): Date | null {
  const [first] = tasks.flatMap(({ started }) => started ?? []).toSorted();
  return first === undefined ? null : new Date(first);
}

function concludeFrom(
  { run, job, processing }: RunRecord,
  all: readonly EndedTask[],
  failure: string | undefined,
): Conclusion {
  const { tasks, collect } = byCall(all);
  const results = tasks.filter(leftResults);
  const measures = joinMeasures(
    results.map((task) => task.measures),
    collect?.measures,
    run.stage.joins,
    results.map(({ name }) => name),
  );
  const outputs = runOutputs(run.stage, tasks, collect);
  const failed = failure ?? ("clash" in outputs ? `Two tasks wrote ${outputs.clash}` : undefined);
  const outcome: RunOutcome =
    failed !== undefined
      ? fails(failed, { said: failed })
      : outcomeOf({ area: job.area, stage: run.stage, tasks, collect, measures });
  const manifest: OutputManifest = {
    version: 1,
    job: job.name,
    attempt: run.attempt,
    run: `swath-${run.id}`,
    published: lastEnd(all, run.created),
    folder: `${processing.guid}/${attemptPath(job.name, run.attempt)}`,
    files: "files" in outputs ? outputs.files : [],
  };
  return { outcome, tasks, measures, manifest };
}

/** The job of a run, locked until the transaction ends; undefined where the run has ended already. */
async function lockRun(trx: Trx, { run }: RunRecord): Promise<ProcessingJob | undefined> {
  const active = await trx
    .selectFrom("processing_runs")
    .select("id")
    .where("id", "=", run.id)
    .where("state", "=", "active")
    .forUpdate()
    .executeTakeFirst();
  if (active === undefined) return undefined;
  return trx
    .selectFrom("processing_jobs")
    .selectAll()
    .where("id", "=", run.job_id)
    .forUpdate()
    .executeTakeFirst();
}

async function endRun(
  trx: Trx,
  { run }: RunRecord,
  columns: {
    readonly outcome: NonNullable<RunRecord["run"]["outcome"]>;
    readonly reason: string | null;
  },
  { tasks, measures }: Pick<Conclusion, "tasks" | "measures">,
): Promise<void> {
  await trx
    .updateTable("processing_runs")
    .set({
      ...columns,
      state: "ended",
      ended: sql<Date>`now()`,
      started: run.started ?? firstStart(tasks),
      ...countTasks(tasks),
      measures: JSON.stringify(measures),
    })
    .where("id", "=", run.id)
    .execute();
  await trx
    .updateTable("run_submissions")
    .set({ state: "ended", ended: sql<Date>`now()`, waiting: null })
    .where("run_id", "=", run.id)
    .where("state", "<>", "ended")
    .execute();
}

/** Ends a run whose job was cancelled, or set back: nothing of it is published. */
export async function endCancelled(
  deps: Pick<RunDeps, "db" | "store">,
  record: RunRecord,
): Promise<void> {
  const tasks = await endedTasks(deps.db, record.run.id);
  await deps.db.transaction().execute(async (trx) => {
    if ((await lockRun(trx, record)) === undefined) return;
    await settleManifest(trx, deps, record.processing, record.run);
    const reason = "The job was cancelled or set back";
    await endRun(trx, record, { outcome: "cancel", reason }, { tasks, measures: [] });
  });
}

async function moveJob(
  trx: Trx,
  { run, processing }: RunRecord,
  job: ProcessingJob,
  { outcome, tasks, manifest }: Conclusion,
  reason: string | null,
): Promise<void> {
  const { event, said, missedBound, inputsAtFault, needsQA } = outcome;
  const files = failedFilesOf(tasks.filter(({ ending }) => ending !== "succeeded"));
  await trx
    .updateTable("processing_jobs")
    .set({ failed_files: JSON.stringify(files) })
    .where("id", "=", job.id)
    .execute();
  const moved = await moveJobStatus(trx, job, event, {
    actor: "swath",
    flightId: processing.flight_id,
    reason,
    failure: { said, missedBound, files },
    columns: {
      attempts: inputsAtFault ? -1 : run.attempt,
      run_started: job.run_started ?? firstStart(tasks),
      run_ended: new Date(),
      ...countTasks(tasks),
      require_qa: needsQA,
      // People may look at the outputs of a failed attempt; no stage reads them.
      output_path: manifest.files.length > 0 ? attemptPath(job.name, run.attempt) : null,
    },
  });
  if (!moved.ok) throw new Error(`job ${job.id} could not ${event}: ${moved.reason}`);
}

/**
 * Ends a run by the results of its tasks, or by a failure of its own, and publishes its outputs:
 *
 * processing/R3 the manifest is first kept beside the attempt, so that the attempt can be restored;
 * processing/R4 the job's manifest is written while run and job are locked: a cancelled job publishes nothing,
 * and only one of several servers publishes. If it is killed, the next one writes the same bytes again;
 * processing/R9 a manifest that was written but not committed is removed when its run ends otherwise, also
 * if a server that stood still wrote it after another one had ended the run;
 * processing/R10 a failed run withdraws the outputs that a former attempt published: no stage reads them
 * unless that attempt is restored.
 */
export async function concludeRun(deps: Deps, record: RunRecord, failure?: string): Promise<void> {
  const { run, processing } = record;
  const conclusion = concludeFrom(record, await endedTasks(deps.db, run.id), failure);
  const { outcome, manifest } = conclusion;
  const { guid } = processing;
  const reason = outcome.reason?.slice(0, REASON_LENGTH) ?? null;
  if (manifest.files.length > 0) {
    const kept = attemptManifestKey(guid, manifest.job, run.attempt);
    await writeManifest(deps, run.bucket, kept, manifest);
  }
  const ending = deps.db.transaction().execute(async (trx) => {
    const job = await lockRun(trx, record);
    if (job === undefined) return;
    if (!isRunning(job.status)) {
      await settleManifest(trx, deps, processing, run);
      return endRun(trx, record, { outcome: "cancel", reason: null }, conclusion);
    }
    if (outcome.publish) await publishOutputs(trx, deps, record, manifest);
    else await withdrawOutputs(trx, deps, processing, job);
    await endRun(trx, record, { outcome: outcome.event, reason }, conclusion);
    await moveJob(trx, record, job, conclusion, reason);
  });
  await ending.catch(async (error: unknown) => {
    await settleAfterFailure(deps, processing, run);
    throw error;
  });
  const fault = outcome.event === "succeed" ? undefined : (reason ?? outcome.event);
  traceRun(record, conclusion.tasks, { end: new Date(manifest.published), fault });
}
