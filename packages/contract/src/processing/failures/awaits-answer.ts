import type { JobStatus } from "../job-status.ts";

/** What decides whether a job that failed still waits for an answer. */
export interface FailedJobFacts {
  readonly status: JobStatus;
  /** Whether what comes after it waits for QA, and who completed it. */
  readonly requireQA: boolean;
  readonly qaUser: string | null;
  /** False: its result alone is superseded. */
  readonly active: boolean;
  readonly processing: {
    readonly active: boolean;
    readonly deletedSuperseded: boolean;
    readonly archived: boolean;
  };
}

const FAILED: ReadonlySet<JobStatus> = new Set([
  "FAILED",
  "COMPLETED_WITH_ERRORS",
  "MANUAL_PROCESSING_REQUIRED",
]);

/**
 * Whether a failure that a run ended with is one of the inbox:
 *
 * inbox/I1 a job that FAILED, is COMPLETED_WITH_ERRORS or has to be processed by hand waits for an
 * answer: a run, QA, or a mark, each of which changes its status;
 * inbox/I2 a COMPLETED one does while its QA is due: files failed within the stage's tolerance, or a
 * measure missed its bound; without QA the stage's own file has answered;
 * inbox/I3 what is superseded or archived needs no answer.
 *
 * The database keeps the same beside each failure (migration 0084).
 */
export function awaitsAnswer(job: FailedJobFacts): boolean {
  const { processing } = job;
  if (!job.active || !processing.active) return false;
  if (processing.deletedSuperseded || processing.archived) return false;
  if (FAILED.has(job.status)) return true;
  return job.status === "COMPLETED" && job.requireQA && job.qaUser === null;
}
