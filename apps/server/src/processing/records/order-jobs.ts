import { AppError } from "@swath/contract/errors";
import { JOB_STATES, laterJobs } from "@swath/contract/processing";
import { sql } from "kysely";
import {
  type JobChange,
  type JobMove,
  moveJobStatuses,
  type ProcessingJob,
} from "../../domain/processing/move-job-status.ts";
import type { StatusResult } from "../../domain/status-writer.ts";
import type { AuditActor } from "../../platform/audit/record-event.ts";
import type { Trx } from "../../platform/postgres/schema.ts";

/** The columns of a job without QA. */
export const NO_QA = { qa_user: null, qa_issue_desc: null, qa_issue_res: null };
/** The columns of a job without a result; the orchestrator withdraws its outputs. */
export const NO_RESULT = { ...NO_QA, run_started: null, run_ended: null, succeeded: 0, failed: 0 };

/** The run that is ordered: all tasks with the defaults of the stage, if not stated otherwise. */
export interface JobOrder {
  readonly params?: Readonly<Record<string, string | number>>;
  /** Names of the tasks that are to run again, where not all are. */
  readonly onlyTasks?: readonly string[];
}

const personOf = (actor: AuditActor): string | null =>
  typeof actor === "string" ? null : JSON.stringify({ subject: actor.subject, name: actor.name });

/** Withdraws orders that were not taken, because their job was cancelled, reset or ordered again. */
export async function withdrawOrders(trx: Trx, jobIds: readonly string[]): Promise<void> {
  await trx
    .updateTable("job_orders")
    .set({ taken: sql<Date>`now()` })
    .where(sql<boolean>`job_id = ANY (${jobIds}::text[])`)
    .where("taken", "is", null)
    .execute();
}

/**
 * Orders jobs: the status of each becomes that of a job to be run, and its order stands in
 * `job_orders` until the orchestrator takes it, all in the caller's transaction.
 */
export async function orderJobs(
  trx: Trx,
  moves: readonly JobMove[],
  order: JobOrder,
): Promise<StatusResult<ProcessingJob>[]> {
  const results = await moveJobStatuses(trx, moves, "order");
  const moved = moves.filter((_, index) => results[index]!.ok);
  if (moved.length === 0) return results;
  await withdrawOrders(
    trx,
    moved.map(({ job }) => job.id),
  );
  const processings = [...new Set(moved.map(({ job }) => job.processing_id))];
  // They began: nothing is waited for any more.
  await trx
    .updateTable("processings")
    .set({ waits_on: null, waits_for: null, to_start: false })
    .where(sql<boolean>`id = ANY (${processings}::text[])`)
    .where("waits_on", "is not", null)
    .execute();
  await trx
    .insertInto("job_orders")
    .values(
      moved.map(({ job, change }) => ({
        job_id: job.id,
        ordered_by: personOf(change.actor),
        params: JSON.stringify(order.params ?? {}),
        only_tasks: order.onlyTasks === undefined ? null : [...order.onlyTasks],
      })),
    )
    .execute();
  return results;
}

/** The same for one job. */
export async function orderJob(
  trx: Trx,
  job: ProcessingJob,
  order: JobOrder,
  change: JobChange,
): Promise<StatusResult<ProcessingJob>> {
  const [result] = await orderJobs(trx, [{ job, change }], order);
  return result!;
}

/** A resubmitted job, and the jobs of its processing, in their order. */
export interface Resubmitted {
  readonly own: Pick<ProcessingJob, "name">;
  readonly jobs: readonly ProcessingJob[];
  /** The stages that a stage requires, by its file; undefined if the file is not installed. */
  readonly earlier: (stage: string) => readonly string[] | undefined;
}

/** The later jobs whose results a resubmission overwrites; jobs that never ran, or run, stay. */
export function jobsToReset({ own, jobs, earlier }: Resubmitted): ProcessingJob[] {
  return laterJobs(jobs, own.name, earlier).filter(
    ({ area, status }) => JOB_STATES[area].nextStatus(status, "reset") !== undefined,
  );
}

export interface Resubmission {
  readonly of: Resubmitted;
  readonly change: JobChange;
}

/** Resets the jobs that come after resubmitted ones. */
export async function resetAllLater(trx: Trx, resubmissions: readonly Resubmission[]) {
  const moves = resubmissions.flatMap(({ of, change }) =>
    jobsToReset(of).map((job): JobMove => ({ job, change: { ...change, columns: NO_RESULT } })),
  );
  await withdrawOrders(
    trx,
    moves.map(({ job }) => job.id),
  );
  const results = await moveJobStatuses(trx, moves, "reset");
  const refused = moves.find((_, index) => !results[index]!.ok);
  if (refused !== undefined)
    throw new AppError("INVALID_TRANSITION", `no reset from ${refused.job.status}`);
}

/** The same for one. */
export const resetLater = (trx: Trx, of: Resubmitted, change: JobChange): Promise<void> =>
  resetAllLater(trx, [{ of, change }]);
