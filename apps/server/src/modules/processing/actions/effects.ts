import { sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import { isRunning, type JobAction, type JobEvent } from "@swath/contract/processing";
import type { ProcessingRecord } from "../../../domain/processing/processing-record.ts";
import {
  type JobChange,
  moveJobStatus,
  type ProcessingJob,
} from "../../../domain/processing/move-job-status.ts";
import { orderJob, withdrawOrders } from "../../../domain/processing/order-job.ts";
import { type Resubmitted, resetLater } from "../../../domain/processing/reset-later.ts";
import type { Trx } from "../../../platform/postgres/schema.ts";
import type { Caller } from "../processing-deps.ts";

/** An action, the job that it is done to, and what was written down of its QA. */
export interface Effect {
  readonly record: ProcessingRecord;
  readonly job: ProcessingJob;
  readonly caller: Caller;
  readonly earlier: Resubmitted["earlier"];
  readonly qa?: { readonly issue: string; readonly resolution: string };
}

/** Given and family name of the token (document 3, section 1). */
function qaUserOf({ identity }: Caller): string {
  const name = `${identity.givenName} ${identity.familyName}`.trim();
  return name === "" ? identity.name : name;
}

function changeOf({ record, caller }: Effect, more: Partial<JobChange> = {}): JobChange {
  const { identity, from } = caller;
  return { actor: identity, from, flightId: record.processing.flight_id, ...more };
}

const NO_QA = { qa_user: null, qa_issue_desc: null, qa_issue_res: null };

function refused(job: ProcessingJob, event: string): AppError {
  const details = { job: job.name, status: job.status, reason: `no ${event} from ${job.status}` };
  return new AppError("INVALID_TRANSITION", `${job.name} is ${job.status}`, details);
}

async function move(
  trx: Trx,
  effect: Effect,
  event: JobEvent,
  columns: JobChange["columns"] = {},
): Promise<void> {
  const moved = await moveJobStatus(trx, effect.job, event, changeOf(effect, { columns }));
  if (!moved.ok) throw refused(effect.job, event);
}

/** Orders a job, and has the jobs that need it begin anew. */
export async function order(trx: Trx, effect: Effect): Promise<void> {
  const ordered = await orderJob(trx, effect.job, {}, changeOf(effect, { columns: NO_QA }));
  if (!ordered.ok) throw refused(effect.job, "order");
  const { job: own, record, earlier } = effect;
  await resetLater(trx, { own, jobs: record.jobs, earlier }, changeOf(effect));
}

async function cancel(trx: Trx, effect: Effect): Promise<void> {
  await withdrawOrders(trx, effect.job.id);
  await move(trx, effect, "cancel");
}

/** A stage's own result, or where it is no stage's the processing. */
async function setActive(trx: Trx, { record, job }: Effect, active: boolean): Promise<void> {
  const { processing } = record;
  if (job.area === "stage")
    await trx
      .updateTable("processing_jobs")
      .set({ active, updated: sql<Date>`now()` })
      .where("id", "=", job.id)
      .execute();
  // What is utilised again is so as a whole.
  if (job.area !== "stage" || (active && !processing.active))
    await trx
      .updateTable("processings")
      .set({ active, updated: sql<Date>`now()` })
      .where("id", "=", processing.id)
      .execute();
}

const jobAfter = ({ record, job }: Effect, area: ProcessingJob["area"]): ProcessingJob => {
  const next = record.jobs.find(
    (each) =>
      each.area === area && each.position > job.position && each.status !== "NOT_APPLICABLE",
  );
  if (next === undefined) throw refused(job, "submission: the template has no further job");
  return next;
};

/** Submits a job that was not yet; one that is under way stays as it is. */
async function submitNext(trx: Trx, effect: Effect, area: ProcessingJob["area"]): Promise<void> {
  const job = jobAfter(effect, area);
  if (!isRunning(job.status)) await order(trx, { ...effect, job });
}

export type ChangingAction = Exclude<
  JobAction,
  "viewFailures" | "copyLink" | "copyArchiveLink" | "browseArchive"
>;

/** What each action does, once it is known that it may be done. */
export const EFFECTS: Readonly<
  Record<ChangingAction, (trx: Trx, effect: Effect) => Promise<void>>
> = {
  resubmitJob: order,
  resubmit: order,
  completeQA: (trx, effect) =>
    move(trx, effect, "completeQA", { qa_user: qaUserOf(effect.caller) }),
  completeQAWithErrors: (trx, effect) =>
    move(trx, effect, "completeWithErrors", {
      qa_user: qaUserOf(effect.caller),
      qa_issue_desc: effect.qa?.issue ?? null,
      qa_issue_res: effect.qa?.resolution ?? null,
    }),
  markManuallyProcessed: (trx, effect) => move(trx, effect, "markManuallyProcessed"),
  markIgnored: (trx, effect) => move(trx, effect, "markIgnored"),
  markCompleted: (trx, effect) => move(trx, effect, "markCompleted"),
  markSuperseded: (trx, effect) => setActive(trx, effect, false),
  markUtilised: (trx, effect) => setActive(trx, effect, true),
  submitToLMS: (trx, effect) => submitNext(trx, effect, "lms"),
  cancelLMS: cancel,
  submitToNextStage: (trx, effect) => submitNext(trx, effect, "stage"),
  cancelJob: cancel,
};
