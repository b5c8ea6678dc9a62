import { sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import {
  isRunning,
  type JobAction,
  type JobEvent,
  type JobStatus,
} from "@swath/contract/processing";
import { renewCalibrations } from "../../domain/calibrations/calibration-in-force.ts";
import type { ProcessingRecord } from "../records/processing-record.ts";
import {
  type JobChange,
  type JobMove,
  moveJobStatuses,
  type ProcessingJob,
} from "../../domain/processing/move-job-status.ts";
import {
  type JobOrder,
  NO_QA,
  orderJobs,
  withdrawOrders,
  resetAllLater,
  type Resubmitted,
} from "../records/order-jobs.ts";
import type { StoredJudgement, StoredMark } from "../../domain/processing/processing.tables.ts";
import { failuresOf, keepFailureAgain } from "../../domain/processing/job-failure.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import type { Caller } from "../processing-deps.ts";

/** An action on a job, with the caller's notes. */
export interface Effect {
  readonly record: ProcessingRecord;
  readonly job: ProcessingJob;
  readonly caller: Caller;
  readonly earlier: Resubmitted["earlier"];
  readonly readsCalibration: boolean;
  readonly qa?: { readonly issue: string; readonly resolution: string };
  /** Of a mark that is set by hand. */
  readonly mark?: StoredMark;
  /** Why QA is taken back. */
  readonly words?: string | undefined;
  /** Bounds that its result misses, and that it is approved in spite of. */
  readonly missed?: readonly string[];
}

/** Given and family name of the token (document 3, section 1). */
function qaUserOf({ identity }: Caller): string {
  const name = `${identity.givenName} ${identity.familyName}`.trim();
  return name === "" ? identity.name : name;
}

export function changeOf({ record, caller }: Effect, more: Partial<JobChange> = {}): JobChange {
  const { identity, from } = caller;
  return { actor: identity, from, flightId: record.processing.flight_id, ...more };
}

/** The change of a job that somebody marks; without a mark the job keeps its reason. */
function markedChange(effect: Effect, columns: NonNullable<JobChange["columns"]>): JobChange {
  const { mark, job } = effect;
  if (mark === undefined) return changeOf(effect, { columns, reason: job.reason });
  return changeOf(effect, { columns: { ...columns, mark }, reason: mark.reason });
}

function refused(job: ProcessingJob, event: string): AppError {
  const details = { job: job.name, status: job.status, reason: `no ${event} from ${job.status}` };
  return new AppError("INVALID_TRANSITION", `${job.name} is ${job.status}`, details);
}

/** Every effect is on jobs of locked records: one that was not written is a fault of the tables. */
function checkWritten(
  effects: readonly Effect[],
  results: readonly { readonly ok: boolean }[],
  event: string,
): void {
  const at = results.findIndex(({ ok }) => !ok);
  if (at >= 0) throw refused(effects[at]!.job, event);
}

const QA_EVENTS: ReadonlySet<JobEvent> = new Set(["completeQA", "completeWithErrors"]);

/** The former state of jobs whose QA is completed, with which the QA can be undone. */
async function judgements(
  trx: Trx,
  effects: readonly Effect[],
  event: JobEvent,
): Promise<ReadonlyMap<string, StoredJudgement>> {
  if (!QA_EVENTS.has(event)) return new Map();
  const ids = effects.map(({ job }) => job.id);
  const failures = await failuresOf(trx, ids);
  return new Map(
    effects.map(({ job, caller }) => {
      const { status, reason, mark } = job;
      const { subject } = caller.identity;
      return [job.id, { subject, status, reason, mark, failure: failures.get(job.id) ?? null }];
    }),
  );
}

async function move(
  trx: Trx,
  effects: readonly Effect[],
  event: JobEvent,
  columnsOf: (effect: Effect) => NonNullable<JobChange["columns"]> = () => ({}),
): Promise<void> {
  const judged = await judgements(trx, effects, event);
  const moves = effects.map((effect): JobMove => {
    const of = judged.get(effect.job.id);
    const columns = { ...columnsOf(effect), ...(of && { judged: of }) };
    return { job: effect.job, change: markedChange(effect, columns) };
  });
  checkWritten(effects, await moveJobStatuses(trx, moves, event), event);
}

const REOPENS: Readonly<Partial<Record<JobStatus, JobEvent>>> = {
  COMPLETED_WITH_ERRORS: "reopenWithErrors",
  FAILED: "reopenFailed",
};

/**
 * Takes QA back: a job is what it was before, with its reason, its mark and what it had failed with;
 * what was only asked for after it is not any more.
 */
async function reopen(trx: Trx, effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) {
    const { job, record, earlier } = effect;
    const { judged } = job;
    const event = REOPENS[judged?.status ?? "COMPLETED"] ?? "reopen";
    const columns = { ...NO_QA, mark: judged?.mark ?? null };
    const change = changeOf(effect, { columns, reason: judged?.reason ?? null });
    checkWritten([effect], await moveJobStatuses(trx, [{ job, change }], event), event);
    if (judged !== null) await keepFailureAgain(trx, job.id, judged.failure);
    await resetAllLater(trx, [
      { of: { own: job, jobs: record.jobs, earlier }, change: changeOf(effect) },
    ]);
  }
}

/** Orders jobs, and resets the jobs that require them. */
export async function order(
  trx: Trx,
  effects: readonly Effect[],
  wanted: JobOrder = {},
): Promise<void> {
  const moves = effects.map((effect): JobMove => ({
    job: effect.job,
    change: changeOf(effect, { columns: NO_QA }),
  }));
  checkWritten(effects, await orderJobs(trx, moves, wanted), "order");
  const renewed = effects.filter((effect) => effect.readsCalibration);
  await renewCalibrations(
    trx,
    renewed.map(({ record }) => record.processing.id),
  );
  const resubmissions = effects.map((effect) => {
    const { job: own, record, earlier } = effect;
    return { of: { own, jobs: record.jobs, earlier }, change: changeOf(effect) };
  });
  await resetAllLater(trx, resubmissions);
}

/** The reason says who and when: staff are shown a cancelled LMS job as NOT_COMMENCED (decision 2). */
async function cancel(trx: Trx, effects: readonly Effect[]): Promise<void> {
  await withdrawOrders(
    trx,
    effects.map(({ job }) => job.id),
  );
  const at = new Date().toISOString().slice(0, 16).replace("T", " ");
  const moves = effects.map((effect): JobMove => {
    const { job, caller } = effect;
    const reason = `${job.label} cancelled by ${caller.identity.name} at ${at} UTC`;
    return { job, change: changeOf(effect, { reason }) };
  });
  checkWritten(effects, await moveJobStatuses(trx, moves, "cancel"), "cancel");
}

/** A job's mark, with when it was set. */
export const datedMark = ({ mark, updated }: ProcessingJob): StoredMark | null =>
  mark && { ...mark, at: mark.at ?? updated.toISOString() };

/** A superseded result keeps its former mark until it is utilised again. */
function markAfter({ job, mark }: Effect, active: boolean): StoredMark | null {
  if (active) return job.mark?.over ?? null;
  return mark === undefined ? null : { over: datedMark(job), ...mark };
}

/** A stage's own result, or where it is no stage's the processing. */
async function setActive(trx: Trx, effects: readonly Effect[], active: boolean): Promise<void> {
  const marks = effects
    .map((effect) => markAfter(effect, active))
    .map((mark) => mark && JSON.stringify(mark));
  await sql`UPDATE processing_jobs SET mark = marked.mark::jsonb, updated = now(),
      active = CASE WHEN area = 'stage' THEN ${active} ELSE active END
    FROM unnest(${effects.map(({ job }) => job.id)}::text[], ${marks}::text[]) AS marked (job, mark)
    WHERE id = marked.job`.execute(trx);
  // Utilising one stage utilises its processing.
  const wholes = effects.filter(
    ({ job, record }) => job.area !== "stage" || (active && !record.processing.active),
  );
  const ids = wholes.map(({ record }) => record.processing.id);
  if (ids.length > 0)
    await sql`UPDATE processings SET active = ${active}, updated = now()
      WHERE id = ANY (${ids}::text[])`.execute(trx);
}

const jobAfter = ({ record, job }: Effect, area: ProcessingJob["area"]): ProcessingJob => {
  const next = record.jobs.find(
    (each) =>
      each.area === area && each.position > job.position && each.status !== "NOT_APPLICABLE",
  );
  if (next === undefined) throw refused(job, "submission: the template has no further job");
  return next;
};

/** Submits jobs that were not yet; one that is under way stays as it is. */
async function submitNext(
  trx: Trx,
  effects: readonly Effect[],
  area: ProcessingJob["area"],
): Promise<void> {
  const next = effects.map((effect) => ({ ...effect, job: jobAfter(effect, area) }));
  const waiting = next.filter(({ job }) => !isRunning(job.status));
  if (waiting.length > 0) await order(trx, waiting);
}

export type ChangingAction = Exclude<
  JobAction,
  "viewFailures" | "viewCloud" | "copyLink" | "copyArchiveLink" | "browseArchive"
>;
/** The effect of an action on jobs of locked records, each of another processing. */
export type Way = (trx: Trx, effects: readonly Effect[]) => Promise<void>;

/** The effects of actions that were allowed. */
export const EFFECTS: Readonly<Record<ChangingAction, Way>> = {
  resubmitJob: order,
  resubmit: order,
  completeQA: (trx, effects) =>
    move(trx, effects, "completeQA", ({ caller }) => ({ qa_user: qaUserOf(caller) })),
  completeQAWithErrors: (trx, effects) =>
    move(trx, effects, "completeWithErrors", ({ caller, qa }) => ({
      qa_user: qaUserOf(caller),
      qa_issue_desc: qa?.issue ?? null,
      qa_issue_res: qa?.resolution ?? null,
    })),
  undoQA: reopen,
  markManuallyProcessed: (trx, effects) => move(trx, effects, "markManuallyProcessed"),
  markIgnored: (trx, effects) => move(trx, effects, "markIgnored"),
  markCompleted: (trx, effects) => move(trx, effects, "markCompleted"),
  markSuperseded: (trx, effects) => setActive(trx, effects, false),
  markUtilised: (trx, effects) => setActive(trx, effects, true),
  submitToLMS: (trx, effects) => submitNext(trx, effects, "lms"),
  submitLMS: order,
  cancelLMS: cancel,
  submitToNextStage: (trx, effects) => submitNext(trx, effects, "stage"),
  cancelJob: cancel,
};
