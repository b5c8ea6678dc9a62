import { type Attempt, isRunning } from "@swath/contract/processing";
import { type JobRow, jobsOf, type ProcessingRow } from "../../rows/processing-row.ts";

/** What a job is by outputs that were good enough, as the server has it. */
const LEAVES: ReadonlyMap<Attempt["outcome"], JobRow["status"]> = new Map([
  ["succeed", "COMPLETED"],
  ["finishWithErrors", "COMPLETED_WITH_ERRORS"],
  ["requireManual", "MANUAL_PROCESSING_REQUIRED"],
]);
const RESTORABLE: ReadonlySet<JobRow["status"]> = new Set([
  "COMPLETED",
  "COMPLETED_WITH_ERRORS",
  "FAILED",
  "QA_COMPLETED",
  "QA_COMPLETED_WITH_ERRORS",
  "MANUALLY_PROCESSED",
  "IGNORE",
]);

/** Why an attempt cannot be restored now; undefined where the server would do it. */
export function restoreRefusal(
  row: ProcessingRow,
  job: JobRow,
  of: Attempt,
  isAllowed: boolean,
): string | undefined {
  if (of.outcome === null) return "It is under way";
  if (!LEAVES.has(of.outcome)) return "It left nothing that was accepted";
  if (!of.kept) return "Its outputs were removed";
  if (!isAllowed) return "Only members of the resubmit groups may restore";
  if (jobsOf(row).some(({ status }) => isRunning(status)))
    return "A job of this processing is queued or running";
  return RESTORABLE.has(job.status) ? undefined : "The job does not stand so that it can be";
}

/** Whether a job is another to its reviewer once an attempt is restored. */
export const changesBy = (job: JobRow, { outcome }: Attempt): boolean =>
  job.qaUser !== null || job.status !== LEAVES.get(outcome);
