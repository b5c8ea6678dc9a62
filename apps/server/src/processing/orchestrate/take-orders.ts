import { randomUUID } from "node:crypto";
import {
  type JobEvent,
  JOB_STATES,
  stageParams,
  UNSUPPORTED_LMS,
} from "@swath/contract/processing";
import {
  isDone,
  type JobChange,
  moveJobStatus,
  type ProcessingJob,
} from "../../domain/processing/move-job-status.ts";
import { currentLMSVersion } from "../../domain/settings/lms-version.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import { readExpectedEnds } from "../stages/read-etas.ts";
import { withdrawOutputs } from "../runs/publish-outputs.ts";
import { keepTasks } from "../runs/ended-tasks.ts";
import { lackingProgram } from "../stages/stage-catalogue.ts";
import type { RunDeps } from "../processing-deps.ts";
import { waitingInWords } from "./keep-progress.ts";
import { carryOver, lastRun, partTasks } from "../runs/carry-over.ts";
import { supportsLMS, neededJobs, waitingFor } from "../stages/required-inputs.ts";
import { type OpenOrder, openOrders } from "./open-orders.ts";
import { planRun, type RunPlan } from "../runs/run-plan.ts";
import { prepareSubmission, type SubmittedRun } from "../runs/submission.ts";

/** What the store was asked for in vain is not asked for again before, ms. */
const RETRY_MS = 5_000;

/** What becomes of an order now. */
type Decision =
  | { readonly waits: string }
  | { readonly ends: Extract<JobEvent, "fail" | "lackProgram">; readonly reason: string }
  | { readonly begins: RunPlan; readonly params: SubmittedRun["params"] }
  | { readonly void: true };

/** Orders that waited for the store's objects, until when these are not looked for. */
export type Deferred = Map<string, { readonly until: number; readonly waits: string }>;

/** What the orders of one sweep have in common. */
interface Turn {
  readonly deferred: Deferred;
  readonly ends: Awaited<ReturnType<typeof readExpectedEnds>>;
}

async function lmsFault(
  { db, records }: RunDeps,
  { processing, job }: OpenOrder,
): Promise<string | undefined> {
  if (job.area !== "lms") return undefined;
  const supported = supportsLMS(await currentLMSVersion(db), await records.calibration(processing));
  return supported ? undefined : UNSUPPORTED_LMS;
}

async function plan(deps: RunDeps, open: OpenOrder, deferred: Deferred): Promise<Decision> {
  const { order, job, processing, lastAttempt } = open;
  const stage = deps.catalogue.stages.get(job.name)!;
  const params = stageParams(stage.file, order.params);
  if ("faults" in params) return { ends: "fail", reason: params.faults.join("; ") };
  const later = deferred.get(order.id);
  if (later !== undefined && later.until > performance.now()) return later;
  const unsupported = await lmsFault(deps, open);
  const planned =
    unsupported === undefined
      ? await planRun(deps, processing, stage, lastAttempt + 1)
      : { waits: unsupported };
  if ("fault" in planned) return { ends: "fail", reason: planned.fault };
  if ("waits" in planned) {
    deferred.set(order.id, { until: performance.now() + RETRY_MS, waits: planned.waits });
    return planned;
  }
  return { begins: planned.plan, params: params.values };
}

/** What is waited for, and until when about. */
function waitsFor(
  deps: RunDeps,
  needed: readonly ProcessingJob[],
  ends: Awaited<ReturnType<typeof readExpectedEnds>>,
): Decision {
  const blocking = needed.filter((each) => !isDone(each));
  const times = blocking.map(({ id }) => ends.get(id)?.at.getTime());
  const last = times.reduce((latest, time) =>
    time === undefined || latest === undefined ? undefined : Math.max(latest, time),
  );
  const expected = last === undefined ? null : new Date(last);
  return { waits: waitingInWords(waitingFor(blocking[0]!), expected, deps.clock()) };
}

async function decide(deps: RunDeps, open: OpenOrder, { deferred, ends }: Turn): Promise<Decision> {
  const { job, processing, jobs } = open;
  const wanted = job.area === "stage" ? "PREQUEUE" : "QUEUED";
  if (job.status !== wanted) return { void: true };
  const stage = deps.catalogue.stages.get(job.name)?.file;
  const lacking = lackingProgram(stage, job, processing);
  if (stage === undefined || lacking !== undefined)
    return { ends: "lackProgram", reason: lacking ?? "" };
  const needed = neededJobs(stage, jobs);
  if (!needed.every(isDone)) return waitsFor(deps, needed, ends);
  return plan(deps, open, deferred);
}

const change = ({ processing }: OpenOrder, rest: Partial<JobChange> = {}): JobChange => ({
  actor: "swath",
  flightId: processing.flight_id,
  ...rest,
});

async function close(trx: Trx, { order }: OpenOrder, now: Date): Promise<boolean> {
  const closed = await trx
    .updateTable("job_orders")
    .set({ taken: now })
    .where("id", "=", order.id)
    .where("taken", "is", null)
    .executeTakeFirst();
  return closed.numUpdatedRows === 1n;
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
      stage_sha256: run.stageSha256,
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

/** order/P2 outputs are carried over of the same inputs, by the same stage file; else all tasks run. */
const isOfSame = (planned: RunPlan, last: Awaited<ReturnType<typeof lastRun>>): boolean =>
  last?.inputs_sha256 === planned.inputsSha256 && last.stage_sha256 === planned.stage.sha256;

async function begin(
  deps: RunDeps,
  open: OpenOrder,
  planned: RunPlan,
  params: SubmittedRun["params"],
): Promise<void> {
  const { stage, attempt, bucket, prefix, tasks, inputs } = planned;
  const run = {
    id: randomUUID(),
    attempt,
    stage: stage.file,
    stageSha256: stage.sha256,
    params,
    bucket,
    prefix,
  };
  const last = await lastRun(deps, open.job.id);
  const { only_tasks: only } = open.order;
  const parted = await partTasks(deps, tasks, isOfSame(planned, last) ? only : null, last?.id);
  if (last !== undefined) await carryOver(deps, parted.kept, last, run);
  const first = { number: 1, kind: "tasks", tasks: parted.tasks, inputs } as const;
  const submission = await prepareSubmission(deps, open.processing, run, first);
  await deps.db.transaction().execute(async (trx) => {
    if (!(await close(trx, open, deps.clock()))) return;
    await insertRun(trx, deps, open, { plan: planned, run });
    await keepTasks(trx, run.id, parted.kept);
    await trx.insertInto("run_submissions").values(submission).execute();
    const { requireQA, allow } = stage.file;
    const columns = {
      require_qa: requireQA,
      allow,
      run_started: null,
      run_ended: null,
      succeeded: 0,
      failed: 0,
      qa_user: null,
      qa_issue_desc: null,
      qa_issue_res: null,
      attempts: attempt,
    };
    await trx
      .updateTable("processing_jobs")
      .set({ failed_files: "[]" })
      .where("id", "=", open.job.id)
      .execute();
    // GPS and LMS jobs are QUEUED from their order on: their flags are written without a move.
    if (JOB_STATES[open.job.area].nextStatus(open.job.status, "submit") === undefined)
      await trx.updateTable("processing_jobs").set(columns).where("id", "=", open.job.id).execute();
    else {
      const moved = await moveJobStatus(trx, open.job, "submit", change(open, { columns }));
      if (!moved.ok) throw new Error(`job ${open.job.id} was changed while its run was prepared`);
    }
  });
}

async function carryOut(deps: RunDeps, open: OpenOrder, decision: Decision): Promise<void> {
  if ("begins" in decision) return begin(deps, open, decision.begins, decision.params);
  await deps.db.transaction().execute(async (trx) => {
    if ("waits" in decision) {
      await trx
        .updateTable("processing_jobs")
        .set({ reason: decision.waits })
        .where("id", "=", open.job.id)
        .where("status", "=", open.job.status)
        .where("reason", "is distinct from", decision.waits)
        .execute();
      return;
    }
    if (!(await close(trx, open, deps.clock())) || "void" in decision) return;
    const { ends, reason } = decision;
    await withdrawOutputs(trx, deps, open.processing, open.job);
    await moveJobStatus(trx, open.job, ends, change(open, { reason }));
  });
}

/**
 * Makes runs of the orders whose jobs may start; each other order waits, its job's reason says for what.
 *
 * runs/R1 an order is taken in the transaction that makes its run, or ends its job: it is neither
 * lost nor carried out twice;
 * runs/R2 the folder of a run stands before the run does.
 */
export async function takeOrders(deps: RunDeps, deferred: Deferred): Promise<number> {
  let moved = 0;
  const orders = await openOrders(deps.db);
  const processings = new Map(orders.map(({ processing, jobs }) => [processing.id, jobs]));
  const turn = { deferred, ends: await readExpectedEnds(deps, [...processings.values()].flat()) };
  for (const open of orders)
    try {
      const decision = await decide(deps, open, turn);
      await carryOut(deps, open, decision);
      if ("waits" in decision) continue;
      moved += 1;
      deferred.delete(open.order.id);
    } catch (error) {
      deps.onProblem({ run: open.job.id, error });
    }
  return moved;
}
