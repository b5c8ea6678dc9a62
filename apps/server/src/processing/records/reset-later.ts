import { AppError } from "@swath/contract/errors";
import { JOB_STATES, laterJobs } from "@swath/contract/processing";
import type { Trx } from "../../platform/postgres/schema.ts";
import {
  type JobChange,
  type JobMove,
  moveJobStatuses,
  type ProcessingJob,
} from "../../domain/processing/move-job-status.ts";
import { withdrawOrders } from "./order-jobs.ts";

/** A job that begins anew, and the jobs of its processing, in their order. */
export interface Resubmitted {
  readonly own: Pick<ProcessingJob, "name">;
  readonly jobs: readonly ProcessingJob[];
  /** What a stage needs, by its file; undefined for one that has none here. */
  readonly earlier: (stage: string) => readonly string[] | undefined;
}

/** Outputs are withdrawn by those who publish them. */
const NOTHING = {
  qa_user: null,
  qa_issue_desc: null,
  qa_issue_res: null,
  run_started: null,
  run_ended: null,
  succeeded: 0,
  failed: 0,
};

/** The jobs whose results a resubmission overwrites beside its own; what never began, or runs, stays. */
export function jobsToReset({ own, jobs, earlier }: Resubmitted): ProcessingJob[] {
  return laterJobs(jobs, own.name, earlier).filter(
    ({ area, status }) => JOB_STATES[area].nextStatus(status, "reset") !== undefined,
  );
}

/** A job that begins anew, and what is known of that. */
export interface Resubmission {
  readonly of: Resubmitted;
  readonly change: JobChange;
}

/** Has the jobs that come after those of some processings begin anew. */
export async function resetAllLater(trx: Trx, resubmissions: readonly Resubmission[]) {
  const moves = resubmissions.flatMap(({ of, change }) =>
    jobsToReset(of).map((job): JobMove => ({ job, change: { ...change, columns: NOTHING } })),
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

/** Has the jobs that come after one begin anew. */
export const resetLater = (trx: Trx, of: Resubmitted, change: JobChange): Promise<void> =>
  resetAllLater(trx, [{ of, change }]);
