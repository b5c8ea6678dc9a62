import { AppError } from "@swath/contract/errors";
import {
  type ActionFacts,
  isRunning,
  laterJobs,
  refusalOf,
  rowCondition,
  stageParams,
} from "@swath/contract/processing";
import { readsCalibration, stagesBefore } from "../../domain/processing/known-templates.ts";
import { moveJobStatus, type ProcessingJob } from "../../domain/processing/move-job-status.ts";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import { transactAgain } from "../../platform/postgres/transact-again.ts";
import type { Caller, RunDeps } from "../processing-deps.ts";
import { checkUnchanged, isVisible } from "../records/find-processing.ts";
import type { JobOrder } from "../records/order-jobs.ts";
import {
  actionFacts,
  lockProcessing,
  type ProcessingRecord,
} from "../records/processing-record.ts";
import { lastRun } from "../runs/carry-over.ts";
import type { KnownStage } from "../stages/stage-catalogue.ts";
import { changeOf, type Effect, order } from "./effects.ts";

interface CalledOrder extends JobOrder {
  readonly processingId: string;
  readonly job: string;
}

type LastRun = Awaited<ReturnType<typeof lastRun>>;

/** Statuses of jobs that have no result yet. */
const UNBEGUN: ReadonlySet<string> = new Set(["NOT_COMMENCED", "UNAVAILABLE"]);
const USUAL = "contract/O7";

/** The reason why a job may not be ordered, if there is one; `later`: the jobs that need it. */
function refusal(facts: ActionFacts, later: readonly ProcessingJob[]): string | undefined {
  if (!UNBEGUN.has(facts.job.status)) return refusalOf("resubmit", facts);
  const { rule, reason } = rowCondition(facts);
  if (rule !== USUAL) return reason;
  return later.some(({ status }) => isRunning(status))
    ? "A job that needs it is queued or running"
    : undefined;
}

function checkParams(stage: KnownStage | undefined, { params }: CalledOrder): void {
  const read = stage && stageParams(stage.file, params ?? {});
  if (read !== undefined && "faults" in read)
    throw new AppError("INVALID_REQUEST", read.faults.join("; "));
}

/** The parameters of the run; tasks that run alone have those of the last attempt (processing/A7). */
function paramsOf(
  { params: given = {}, onlyTasks }: CalledOrder,
  last: LastRun,
  stage: KnownStage | undefined,
): NonNullable<JobOrder["params"]> {
  if (onlyTasks === undefined || last === undefined) return given;
  const other = Object.keys(given).find((name) => given[name] !== last.params[name]);
  if (other !== undefined)
    throw new AppError(
      "INVALID_REQUEST",
      `with another ${other} than attempt ${last.attempt} had, all files have to run`,
    );
  const declared = stage?.file.params ?? {};
  return Object.fromEntries(Object.entries(last.params).filter(([name]) => name in declared));
}

/** The facts of a job that an order changes, for the audit log. */
const shown = ({ processing, jobs }: ProcessingRecord, name: string, params: object) => {
  const { status, qa_user } = jobs.find((each) => each.name === name)!;
  return { status, qaUser: qa_user, calibration: processing.calibration_id, params };
};

async function recordOrder(
  trx: Trx,
  { record, job, caller }: Effect,
  last: LastRun,
  { params = {}, onlyTasks }: JobOrder,
): Promise<void> {
  const { id, flight_id: flightId } = record.processing;
  const after = await lockProcessing(trx, id);
  await recordEvent(trx, {
    action: "processing.changed",
    actor: caller.identity,
    from: caller.from,
    flightId,
    detail: {
      processing: id,
      job: job.name,
      action: UNBEGUN.has(job.status) ? "order" : "resubmit",
      reason: null,
      before: shown(record, job.name, last?.params ?? {}),
      after: shown(after, job.name, params),
      ...(onlyTasks === undefined ? {} : { onlyTasks: onlyTasks.length }),
    },
  });
}

/** Makes an unavailable job one that may be ordered. */
async function restored(trx: Trx, effect: Effect): Promise<ProcessingJob> {
  const moved = await moveJobStatus(trx, effect.job, "restore", changeOf(effect));
  if (!moved.ok) throw new AppError("INVALID_TRANSITION", `no restore from ${effect.job.status}`);
  return moved.row;
}

/**
 * Orders a run of a job with parameters, or of some of its tasks. A job that never ran starts; one that
 * ended is resubmitted by the rules of its menu, and the jobs that need it are reset. Throws
 * PROCESSING_NOT_FOUND, INVALID_REQUEST for parameters out of bounds, INVALID_TRANSITION,
 * RECORD_CHANGED.
 */
export async function orderWithParams(
  { db, catalogue, templates }: Pick<RunDeps, "db" | "catalogue" | "templates">,
  called: CalledOrder,
  caller: Caller,
): Promise<void> {
  const stage = catalogue.stages.get(called.job);
  checkParams(stage, called);
  await transactAgain(db, async (trx) => {
    const record = await lockProcessing(trx, called.processingId);
    const job = record.jobs.find(({ name }) => name === called.job);
    const { roles } = caller.identity;
    if (job === undefined || !isVisible(record.processing, roles))
      throw new AppError("PROCESSING_NOT_FOUND", `there is no job ${called.job} of it`);
    checkUnchanged(record, caller);
    const earlier = stagesBefore(templates);
    const facts = actionFacts(record, job, { templates, roles });
    const reason = refusal(facts, laterJobs(record.jobs, job.name, earlier));
    if (reason !== undefined) {
      const details = { job: job.name, status: job.status, action: "resubmit", reason };
      throw new AppError("INVALID_TRANSITION", reason, details);
    }
    const effect = {
      record,
      job,
      caller,
      earlier,
      readsCalibration: readsCalibration(templates, job.name),
    };
    const last = await lastRun({ db: trx }, job.id);
    const { onlyTasks } = called;
    const params = paramsOf(called, last, stage);
    const wanted = { params, ...(onlyTasks === undefined ? {} : { onlyTasks }) };
    const ordered = job.status === "UNAVAILABLE" ? await restored(trx, effect) : job;
    await order(trx, [{ ...effect, job: ordered }], wanted);
    await recordOrder(trx, effect, last, wanted);
  });
}
