import { AppError } from "@swath/contract/errors";
import {
  type ActionFacts,
  isRunning,
  laterJobs,
  refusalOf,
  rowCondition,
  stageParams,
} from "@swath/contract/processing";
import type { Role } from "@swath/contract/identity";
import { renewCalibrations } from "../../domain/calibrations/calibration-in-force.ts";
import {
  type KnownTemplates,
  readsCalibration,
  stagesBefore,
} from "../../domain/processing/known-templates.ts";
import {
  type JobChange,
  moveJobStatus,
  type ProcessingJob,
} from "../../domain/processing/move-job-status.ts";
import { type JobOrder, orderJob } from "../records/order-jobs.ts";
import {
  actionFacts,
  lockProcessing,
  type ProcessingRecord,
} from "../records/processing-record.ts";
import { resetLater } from "../records/reset-later.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import { transactAgain } from "../../platform/postgres/transact-again.ts";
import { maySee } from "../attempts/find-attempt.ts";
import type { RunDeps } from "../runs/run-deps.ts";
import type { KnownStage } from "../stages/stage-catalogue.ts";
import { lastRun } from "../runs/carry-over.ts";

export interface CalledOrder extends JobOrder {
  readonly processingId: string;
  readonly job: string;
  /** The record's `Updated` that the caller saw; undefined: any. */
  readonly updated?: string | undefined;
}

/** Who orders, and with which roles. */
export interface Orderer extends Pick<JobChange, "actor" | "from"> {
  readonly roles: readonly Role[];
}

type LastRun = Awaited<ReturnType<typeof lastRun>>;

/** What was ordered, and of what. */
interface Ordered {
  readonly before: ProcessingRecord;
  readonly own: ProcessingJob;
  readonly last: LastRun;
  readonly order: JobOrder;
}

const NO_QA = { qa_user: null, qa_issue_desc: null, qa_issue_res: null } as const;
/** Statuses of jobs that nothing came of yet. */
const UNBEGUN: ReadonlySet<string> = new Set(["NOT_COMMENCED", "UNAVAILABLE"]);
const USUAL = "row/O7";

/** Why a job may not be ordered, or undefined where it may; `later`: the jobs that need it. */
function refusal(facts: ActionFacts, later: readonly ProcessingJob[]): string | undefined {
  if (!UNBEGUN.has(facts.job.status)) return refusalOf("resubmit", facts);
  const { rule, reason } = rowCondition(facts);
  if (rule !== USUAL) return reason;
  return later.some(({ status }) => isRunning(status))
    ? "A job that needs it is queued or running"
    : undefined;
}

function checkParams({ catalogue }: Pick<RunDeps, "catalogue">, { job, params }: CalledOrder) {
  const stage = catalogue.stages.get(job);
  const read = stage && stageParams(stage.file, params ?? {});
  if (read !== undefined && "faults" in read)
    throw new AppError("INVALID_REQUEST", read.faults.join("; "));
}

/** The caller saw another state of the record: RECORD_CHANGED. */
function checkUnchanged({ processing: { id, updated } }: ProcessingRecord, order: CalledOrder) {
  if (order.updated === undefined || Date.parse(order.updated) === updated.getTime()) return;
  throw new AppError("RECORD_CHANGED", "somebody changed it meanwhile", {
    processingId: id,
    updated: updated.toISOString(),
  });
}

/**
 * order/P1 tasks that run alone have the parameters of the attempt whose outputs are carried over:
 * others are INVALID_REQUEST.
 */
function paramsOf(
  order: CalledOrder,
  last: LastRun,
  stage: KnownStage | undefined,
): NonNullable<JobOrder["params"]> {
  const given = order.params ?? {};
  if (order.onlyTasks === undefined || last === undefined) return given;
  const other = Object.keys(given).find((name) => given[name] !== last.params[name]);
  if (other !== undefined)
    throw new AppError(
      "INVALID_REQUEST",
      `with another ${other} than attempt ${last.attempt} had, all files have to run`,
    );
  const declared = stage?.file.params ?? {};
  return Object.fromEntries(Object.entries(last.params).filter(([name]) => name in declared));
}

/** What of a job an order may change, for the audit log. */
const shown = ({ processing, jobs }: ProcessingRecord, name: string, params: object) => {
  const { status, qa_user } = jobs.find((each) => each.name === name)!;
  return { status, qaUser: qa_user, calibration: processing.calibration_id, params };
};

async function note(
  trx: Trx,
  { before, own, last, order }: Ordered,
  who: Omit<Orderer, "roles">,
): Promise<void> {
  const after = await lockProcessing(trx, before.processing.id);
  const { onlyTasks } = order;
  await recordEvent(trx, {
    action: "processing.changed",
    actor: who.actor,
    ...(who.from === undefined ? {} : { from: who.from }),
    flightId: before.processing.flight_id,
    detail: {
      processing: before.processing.id,
      job: own.name,
      action: UNBEGUN.has(own.status) ? "order" : "resubmit",
      reason: null,
      before: shown(before, own.name, last?.params ?? {}),
      after: shown(after, own.name, order.params ?? {}),
      ...(onlyTasks === undefined ? {} : { onlyTasks: onlyTasks.length }),
    },
  });
}

/** What was unavailable may be ordered again. */
async function restored(trx: Trx, job: ProcessingJob, change: JobChange): Promise<ProcessingJob> {
  const moved = await moveJobStatus(trx, job, "restore", change);
  if (!moved.ok) throw new AppError("INVALID_TRANSITION", `no restore from ${job.status}`);
  return moved.row;
}

/**
 * Orders a run of a job with parameters, or of some of its tasks: what never ran begins, what ended is
 * resubmitted by the rules of its menu, and the jobs after it begin anew. Throws
 * PROCESSING_NOT_FOUND, INVALID_REQUEST for parameters out of bounds, INVALID_TRANSITION,
 * RECORD_CHANGED.
 */
export async function orderByCall(
  deps: Pick<RunDeps, "db" | "catalogue"> & { readonly templates: KnownTemplates },
  order: CalledOrder,
  { roles, ...who }: Orderer,
): Promise<void> {
  checkParams(deps, order);
  await transactAgain(deps.db, async (trx) => {
    const record = await lockProcessing(trx, order.processingId);
    const own = record.jobs.find(({ name }) => name === order.job);
    if (own === undefined || !maySee(roles, record.processing))
      throw new AppError("PROCESSING_NOT_FOUND", `there is no job ${order.job} of it`);
    checkUnchanged(record, order);
    const earlier = stagesBefore(deps.templates);
    const facts = actionFacts(record, own, { templates: deps.templates, roles });
    const reason = refusal(facts, laterJobs(record.jobs, own.name, earlier));
    if (reason !== undefined) {
      const details = { job: own.name, status: own.status, action: "resubmit", reason };
      throw new AppError("INVALID_TRANSITION", reason, details);
    }
    const last = await lastRun({ db: trx }, own.id);
    const { onlyTasks } = order;
    const params = paramsOf(order, last, deps.catalogue.stages.get(own.name));
    const wanted = { params, ...(onlyTasks === undefined ? {} : { onlyTasks }) };
    const change: JobChange = { ...who, flightId: record.processing.flight_id };
    const job = own.status === "UNAVAILABLE" ? await restored(trx, own, change) : own;
    const ordered = await orderJob(trx, job, wanted, { ...change, columns: NO_QA });
    if (!ordered.ok) throw new AppError("INVALID_TRANSITION", `no order from ${job.status}`);
    const { jobs } = record;
    if (readsCalibration(deps.templates, own.name))
      await renewCalibrations(trx, [record.processing.id]);
    await resetLater(trx, { jobs, own, earlier }, change);
    await note(trx, { before: record, own, last, order: wanted }, who);
  });
}
