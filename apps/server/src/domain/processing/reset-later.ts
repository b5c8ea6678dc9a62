import { AppError } from "@swath/contract/errors";
import { JOB_STATES, laterJobs } from "@swath/contract/processing";
import type { Trx } from "../../platform/postgres/schema.ts";
import { type JobChange, moveJobStatus, type ProcessingJob } from "./move-job-status.ts";
import { withdrawOrders } from "./order-job.ts";

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

/** Has the jobs that come after one begin anew. */
export async function resetLater(trx: Trx, of: Resubmitted, change: JobChange): Promise<void> {
  for (const job of jobsToReset(of)) {
    await withdrawOrders(trx, job.id);
    const moved = await moveJobStatus(trx, job, "reset", { ...change, columns: NOTHING });
    if (!moved.ok) throw new AppError("INVALID_TRANSITION", `no reset from ${job.status}`);
  }
}
