import { AppError } from "@swath/contract/errors";
import { isRunning, type OutputManifest, STATUS_LABELS } from "@swath/contract/processing";
import {
  type JobChange,
  moveJobStatus,
  type ProcessingJob,
} from "../../domain/processing/move-job-status.ts";
import { attemptPath } from "../../domain/processing/output-place.ts";
import { NO_QA, resetLater } from "../records/order-jobs.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import { transactAgain } from "../../platform/postgres/transact-again.ts";
import { failedFilesOf } from "../runs/failed-tasks.ts";
import { publishOutputs, settleAfterFailure } from "../runs/publish-outputs.ts";
import type { Run } from "../runs/run-record.ts";
import { byCall, endedTasks } from "../runs/ended-tasks.ts";
import { outcomeOf } from "../runs/run-outcome.ts";
import type { RunDeps } from "../processing-deps.ts";
import { lockJobs } from "../records/processing-record.ts";
import { stagesBefore } from "../stages/stage-catalogue.ts";
import { attemptManifest } from "./find-attempt.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

/** Statuses of a job whose outputs may be replaced by an earlier attempt's. */
const RESTORABLE: ReadonlySet<string> = new Set([
  "COMPLETED",
  "COMPLETED_WITH_ERRORS",
  "FAILED",
  "QA_COMPLETED",
  "QA_COMPLETED_WITH_ERRORS",
  "MANUALLY_PROCESSED",
  "IGNORE",
]);

type Restorer = Pick<JobChange, "actor" | "from">;
type Deps = Pick<RunDeps, "db" | "store" | "catalogue">;

interface Restored {
  readonly processing: Processing;
  readonly run: Run;
}

function refuse(jobs: readonly ProcessingJob[], own: ProcessingJob): void {
  if (jobs.some(({ status }) => isRunning(status)))
    throw new AppError("INVALID_TRANSITION", "a job of this processing is queued or running");
  if (!RESTORABLE.has(own.status))
    throw new AppError(
      "INVALID_TRANSITION",
      `nothing is restored while the job is '${STATUS_LABELS[own.status]}'`,
    );
}

/** The events that restore an attempt whose outputs were accepted, by its outcome. */
const RESTORES = {
  succeed: "restoreOutputs",
  finishWithErrors: "restoreWithErrors",
  requireManual: "restoreForManual",
} as const;

const restores = ({ outcome }: Run) =>
  outcome === null || !(outcome in RESTORES)
    ? undefined
    : RESTORES[outcome as keyof typeof RESTORES];

/** The manifest of an attempt that may be restored; else OBJECT_NOT_FOUND, with the reason. */
async function restorable(deps: Deps, { processing, run }: Restored): Promise<OutputManifest> {
  const refused = (why: string) =>
    new AppError("OBJECT_NOT_FOUND", `attempt ${run.attempt} ${why}`);
  if (run.swept !== null)
    throw refused(`is not kept any more: its outputs were removed on ${run.swept.toISOString()}`);
  if (run.state !== "ended") throw refused("has not ended");
  if (restores(run) === undefined) throw refused("left nothing that was accepted");
  const manifest = await attemptManifest(deps, processing, run);
  if (manifest === undefined) throw refused("left no outputs");
  return manifest;
}

async function publishedAttempt(trx: Trx, jobId: string): Promise<number | null> {
  const found = await trx
    .selectFrom("processing_runs")
    .select("attempt")
    .where("job_id", "=", jobId)
    .where("published", "=", true)
    .executeTakeFirst();
  return found?.attempt ?? null;
}

/** Brings a job to the state in which the attempt left it, with its failures and the QA that they require. */
async function moveBack(
  trx: Trx,
  { own, run }: { readonly own: ProcessingJob; readonly run: Run },
  change: JobChange,
): Promise<void> {
  const ended = await endedTasks(trx, run.id);
  const { tasks, collect } = byCall(ended);
  const { area } = own;
  const { said, missedBound, needsQA } = outcomeOf({ ...run, area, tasks, collect });
  const files = failedFilesOf(tasks.filter(({ ending }) => ending !== "succeeded"));
  await trx
    .updateTable("processing_jobs")
    .set({ failed_files: JSON.stringify(files) })
    .where("id", "=", own.id)
    .execute();
  const columns = {
    output_path: attemptPath(own.name, run.attempt),
    run_started: run.started,
    run_ended: run.ended,
    succeeded: run.succeeded,
    failed: run.failed,
    require_qa: needsQA,
    ...NO_QA,
  };
  const failure = { said, missedBound, files };
  const moved = await moveJobStatus(trx, own, restores(run)!, { ...change, columns, failure });
  if (!moved.ok)
    throw new AppError(
      "INVALID_TRANSITION",
      `nothing is restored while it is '${STATUS_LABELS[own.status]}'`,
    );
}

/**
 * Makes the outputs of an earlier attempt the job's again:
 *
 * processing/T1 this is refused while a job of the processing is queued or running, and for a job without
 * outputs;
 * processing/T2 the job returns to the attempt's own state, and requires the QA of that: nothing of another
 * attempt stays;
 * processing/T3 the jobs after it are reset, and start again by themselves;
 * processing/T4 its failures and missed bounds are in the inbox again.
 *
 * Throws INVALID_TRANSITION, and OBJECT_NOT_FOUND if the attempt failed, has no outputs, or they were
 * removed.
 */
export async function restoreAttempt(
  deps: Deps,
  { processing, run }: Restored,
  restorer: Restorer,
): Promise<void> {
  const manifest = await restorable(deps, { processing, run });
  const flightId = processing.flight_id;
  const reason = `Attempt ${run.attempt} was restored`;
  const change: JobChange = { ...restorer, flightId, reason };
  const restoring = transactAgain(deps.db, async (trx) => {
    const jobs = await lockJobs(trx, processing.id);
    const own = jobs.find(({ id }) => id === run.job_id)!;
    refuse(jobs, own);
    const former = await publishedAttempt(trx, own.id);
    await publishOutputs(trx, deps, { processing, run }, manifest);
    if (former !== run.attempt) await moveBack(trx, { own, run }, change);
    await resetLater(trx, { jobs, own, earlier: stagesBefore(deps.catalogue) }, change);
    const detail = { processing: processing.id, job: own.name, attempt: run.attempt, former };
    await recordEvent(trx, { ...restorer, action: "attempt.restored", flightId, detail });
  });
  await restoring.catch(async (error: unknown) => {
    await settleAfterFailure(deps, processing, run);
    throw error;
  });
}
