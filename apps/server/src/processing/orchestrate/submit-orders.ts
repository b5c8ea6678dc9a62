import { randomUUID } from "node:crypto";
import { JOB_STATES, UNSUPPORTED_LMS } from "@swath/contract/processing";
import { isBeingMoved, lockFlightData } from "../../domain/cold/flight-work.ts";
import { type JobChange, moveJobStatus } from "../../domain/processing/move-job-status.ts";
import { currentLMSVersion } from "../../domain/settings/lms-version.ts";
import type { Db, Trx } from "../../platform/postgres/schema.ts";
import type { RunDeps } from "../processing-deps.ts";
import { NO_RESULT } from "../records/order-jobs.ts";
import { carryOver, lastRun, partTasks } from "../runs/carry-over.ts";
import { keepTasks } from "../runs/ended-tasks.ts";
import { withdrawOutputs } from "../runs/publish-outputs.ts";
import { planRun, type Planned, type RunPlan } from "../runs/run-plan.ts";
import { prepareSubmission, type SubmittedRun } from "../runs/submission.ts";
import { supportsLMS } from "../stages/required-inputs.ts";
import type { OrderMove } from "./decide-moves.ts";
import type { OpenOrder } from "./open-work.ts";

type Submit = Extract<OrderMove, { readonly kind: "submit" }>;

/** An order whose inputs were missing in the store is not planned again before this time, ms. */
const RETRY_MS = 5_000;

/** The orders that wait for inputs, until when they are not planned again, by a monotonic clock. */
export type Deferred = Map<string, { readonly until: number; readonly waits: string }>;

async function lmsFault(
  { db, records }: RunDeps,
  { processing, job }: OpenOrder,
): Promise<string | undefined> {
  if (job.area !== "lms") return undefined;
  const supported = supportsLMS(await currentLMSVersion(db), await records.calibration(processing));
  return supported ? undefined : UNSUPPORTED_LMS;
}

async function plan(deps: RunDeps, { open, stage }: Submit): Promise<Planned> {
  const waits = await lmsFault(deps, open);
  return waits === undefined
    ? planRun(deps, open.processing, stage, open.lastAttempt + 1)
    : { waits };
}

const change = ({ processing }: OpenOrder, rest: Partial<JobChange>): JobChange => ({
  actor: "swath",
  flightId: processing.flight_id,
  ...rest,
});

/** Takes an order; false where another server was faster. */
async function take(db: Db, { order }: OpenOrder, now: Date): Promise<boolean> {
  const taken = await db
    .updateTable("job_orders")
    .set({ taken: now })
    .where("id", "=", order.id)
    .where("taken", "is", null)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}

async function insertRun(
  trx: Trx,
  deps: RunDeps,
  { order, job }: OpenOrder,
  { plan: planned, run }: { plan: RunPlan; run: SubmittedRun },
): Promise<void> {
  await trx
    .insertInto("processing_runs")
    .values({
      id: run.id,
      job_id: job.id,
      attempt: run.attempt,
      state: "active",
      stage: JSON.stringify(run.stage),
      stage_sha256: run.stage_sha256,
      params: JSON.stringify(run.params),
      calibrations: JSON.stringify(planned.calibrations),
      instruction: planned.instruction && JSON.stringify(planned.instruction),
      ordered_by: order.ordered_by === null ? null : JSON.stringify(order.ordered_by),
      inputs_sha256: planned.inputsSha256,
      input_files: planned.inputFiles,
      input_bytes: planned.inputBytes,
      engine: deps.engine.kind,
      bucket: run.bucket,
      prefix: run.prefix,
      tasks: planned.tasks.length,
    })
    .execute();
}

/** Brings a job to a run that was just written. */
async function beginJob(trx: Trx, open: OpenOrder, { stage, attempt }: RunPlan): Promise<void> {
  const { job } = open;
  const { requireQA, allow } = stage.file;
  const columns = { ...NO_RESULT, require_qa: requireQA, allow, attempts: attempt };
  await trx
    .updateTable("processing_jobs")
    .set({ failed_files: "[]" })
    .where("id", "=", job.id)
    .execute();
  // GPS and LMS jobs are QUEUED from their order on: their flags are written without a move.
  if (JOB_STATES[job.area].nextStatus(job.status, "submit") === undefined) {
    await trx.updateTable("processing_jobs").set(columns).where("id", "=", job.id).execute();
    return;
  }
  const moved = await moveJobStatus(trx, job, "submit", change(open, { columns }));
  if (!moved.ok) throw new Error(`job ${job.id} was changed while its run was prepared`);
}

/**
 * Whether outputs of the last attempt may be carried over (processing/O3); not where its tasks are not known yet.
 */
const isOfSame = (planned: RunPlan, last: Awaited<ReturnType<typeof lastRun>>): boolean =>
  planned.kind === "tasks" &&
  last?.inputs_sha256 === planned.inputsSha256 &&
  last.stage_sha256 === planned.stage.sha256;

/** Writes a run and its first submission, which the next part of the pass hands to the engine. */
async function writeRun(deps: RunDeps, { open, params }: Submit, planned: RunPlan): Promise<void> {
  const { stage, attempt, bucket, prefix, kind, tasks, inputs } = planned;
  const run = {
    id: randomUUID(),
    attempt,
    stage: stage.file,
    stage_sha256: stage.sha256,
    params,
    bucket,
    prefix,
  };
  const last = await lastRun(deps, open.job.id);
  const only = isOfSame(planned, last) ? open.order.only_tasks : null;
  const parted = await partTasks(deps, tasks, only, last?.id);
  if (last !== undefined) await carryOver(deps, parted.kept, last, run);
  const first = { number: 1, kind, tasks: parted.tasks, inputs } as const;
  const submission = await prepareSubmission(deps, open.processing, run, first);
  await deps.db.transaction().execute(async (trx) => {
    await lockFlightData(trx, open.processing.flight_id);
    // A move to cold storage that began since is waited for; the order is planned again.
    if (await isBeingMoved(trx, open.processing.flight_id)) return;
    if (!(await take(trx, open, deps.clock()))) return;
    await insertRun(trx, deps, open, { plan: planned, run });
    await keepTasks(trx, run.id, parted.kept);
    await trx.insertInto("run_submissions").values(submission).execute();
    await beginJob(trx, open, planned);
  });
}

async function recordWaitingReason({ db }: RunDeps, { job }: OpenOrder, reason: string) {
  await db
    .updateTable("processing_jobs")
    .set({ reason })
    .where("id", "=", job.id)
    .where("status", "=", job.status)
    .where("reason", "is distinct from", reason)
    .execute();
}

async function end(
  deps: RunDeps,
  open: OpenOrder,
  event: "fail" | "lackProgram",
  reason: string,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    if (!(await take(trx, open, deps.clock()))) return;
    await withdrawOutputs(trx, deps, open.processing, open.job);
    await moveJobStatus(trx, open.job, event, change(open, { reason }));
  });
}

/** Carries out a move of an order; answers whether the order was taken. */
export async function applyOrderMove(
  deps: RunDeps,
  move: OrderMove,
  deferred: Deferred,
): Promise<boolean> {
  const { open } = move;
  if (move.kind === "drop") await take(deps.db, open, deps.clock());
  else if (move.kind === "end") await end(deps, open, move.event, move.reason);
  else if (move.kind === "wait") {
    await recordWaitingReason(deps, open, move.reason);
    return false;
  } else {
    const planned = await plan(deps, move);
    if ("waits" in planned) {
      const { waits } = planned;
      deferred.set(open.order.id, { until: performance.now() + RETRY_MS, waits });
      await recordWaitingReason(deps, open, waits);
      return false;
    }
    if ("fault" in planned) await end(deps, open, "fail", planned.fault);
    else await writeRun(deps, move, planned.plan);
  }
  deferred.delete(open.order.id);
  return true;
}
