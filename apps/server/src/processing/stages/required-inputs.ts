import {
  type CalibrationFile,
  earlierStages,
  type StageFile,
  STATUS_LABELS,
} from "@swath/contract/processing";
import type { ProcessingJob } from "../../domain/processing/move-job-status.ts";

export type RequiredJob = Pick<
  ProcessingJob,
  "name" | "label" | "status" | "require_qa" | "qa_user"
>;

/**
 * The jobs of a processing that a stage comes after. A template may leave a stage out, and an EO-only
 * processing has stages that do not apply: these are not waited for.
 */
export function requiredJobs<J extends RequiredJob>(stage: StageFile, jobs: readonly J[]): J[] {
  const names = new Set(earlierStages(stage));
  return jobs.filter(({ name, status }) => names.has(name) && status !== "NOT_APPLICABLE");
}

/** The reason why a job is waited for. */
export function waitingFor(job: RequiredJob): string {
  const { label, status } = job;
  if (status === "COMPLETED" || status === "COMPLETED_WITH_ERRORS")
    return `Waits for the QA of ${label}`;
  if (status === "FAILED" || status === "CANCELLED" || status === "MANUAL_PROCESSING_REQUIRED")
    return `Waits for ${label}, which is '${STATUS_LABELS[status]}': it has to be run again or judged`;
  return `Waits for ${label} (${STATUS_LABELS[status]})`;
}

/** Whether LMS processes by a calibration: its record is of the current version, or names none. */
export function supportsLMS(
  current: string | undefined,
  calibration: CalibrationFile | undefined,
): boolean {
  const version = calibration?.lidar?.LMSVersion ?? null;
  return current === undefined || version === null || version === current;
}
