import { type JobFacts, type JobMark, type ProcessingFacts, isFormer } from "./job-facts.ts";
import type { JobArea, JobStatus } from "./job-status.ts";

/** What a job's cell shows: its status, or what its processing's state puts in its place. */
export type ShownStatus = JobStatus | "SUPERSEDED" | "ARCHIVED" | "WAITING";

interface Shown {
  readonly processing: ProcessingFacts;
  readonly job: Pick<JobFacts, "area" | "status" | "active">;
  readonly guest: boolean;
  /** An action was sent, and no poll has arrived since. */
  readonly waiting: boolean;
}

/**
 * The status that a cell shows (document 3, section 4.1).
 *
 * contract/S1 WAITING from an action until the next poll; never stored, never in a reply;
 * contract/S2 ARCHIVED where the processing is archived and its document of version 3 or lower;
 * contract/S3 SUPERSEDED for a stage whose processing, or itself, is superseded;
 * contract/S4 an LMS job that was cancelled is NOT_COMMENCED to all but guests: it may be submitted again.
 */
export function shownStatus({ processing, job, guest, waiting }: Shown): ShownStatus {
  if (waiting) return "WAITING";
  if (processing.archived && isFormer(processing)) return "ARCHIVED";
  if (job.area === "stage" && (!processing.active || !job.active)) return "SUPERSEDED";
  if (job.area === "lms" && job.status === "CANCELLED" && !guest) return "NOT_COMMENCED";
  return job.status;
}

/** What the tooltip of a job's cell is made of. */
export interface TooltipFacts {
  readonly area: JobArea;
  readonly status: ShownStatus;
  /** The same in words. */
  readonly statusLabel: string;
  readonly attempts: number;
  readonly template: string | null;
  readonly runStart: string | null;
  readonly runStop: string | null;
  readonly qaUser: string | null;
  readonly qaIssueDesc: string | null;
  readonly qaIssueRes: string | null;
  readonly deletedSuperseded: boolean;
  /** Of its calibration record, and the current one. */
  readonly lmsVersion: string | null;
  readonly currentLMSVersion: string;
  /** Why it waits or failed, in words. */
  readonly reason: string | null;
  /** When it is expected to have ended, in words; null where nothing is expected. */
  readonly expectedEnd: string | null;
  /** What somebody said of it by hand. */
  readonly mark: JobMark | null;
  /** Its outputs were made by a version of their instruction that was replaced since. */
  readonly outdated: boolean;
}

/** Said of what was published by an older instruction. */
const OUTDATED_DELIVERY =
  "Made by an older version of its instruction: resubmit it to deliver by the current one";

/** Said of an LMS job whose calibration is of another LMS version; word for word. */
export const UNSUPPORTED_LMS = "Unsupported LMS Version: LMS processing will not proceed";

const SECOND_MS = 1_000;

const two = (n: number): string => String(n).padStart(2, "0");

/** `1 h 02 min`, `3 min 05 s`; undefined where it did not end. */
function runtimeOf(start: string | null, stop: string | null): string | undefined {
  if (start === null || stop === null) return undefined;
  const seconds = Math.max(0, Math.round((Date.parse(stop) - Date.parse(start)) / SECOND_MS));
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
  return `${minutes} min ${two(seconds % 60)} s`;
}

/** `2026-03-14 06:10:00 UTC` (document 3, section 9). */
const instantText = (at: string | null): string | null =>
  at === null ? null : `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;

function attemptsLine({ attempts, status }: TooltipFacts): string | undefined {
  if (status !== "FAILED") return undefined;
  if (attempts === -1) return "Failed with data issues";
  return attempts <= 0 ? "Check the calibration parameters" : undefined;
}

const named = (name: string, value: string | null | undefined): string[] =>
  value === null || value === undefined || value === "" ? [] : [`${name}: ${value}`];

/**
 * The lines of a job's tooltip (document 3, sections 3 and 4.1).
 *
 * contract/T1 superseded and deleted, or waiting: that alone;
 * contract/T2 a failed job of -1 attempts failed with data issues, of 0 or fewer by its calibration;
 * contract/T3 LMS says so where its calibration is of another LMS version than the current one;
 * contract/T4 then status, attempts, template, runtime, stop date, QA user, issue and resolution;
 * contract/T5 a mark that was set by hand says by whom, and with what reason;
 * contract/T6 what was delivered by an older instruction says so;
 * contract/T7 last why it waits or failed, and when it is expected to have ended.
 */
export function jobTooltip(facts: TooltipFacts): string[] {
  if (facts.deletedSuperseded) return ["Superseded and Deleted"];
  if (facts.status === "WAITING")
    return [
      facts.area === "lms"
        ? "Waiting for response after LMS request"
        : "Waiting after resubmitting",
    ];
  const unsupported =
    facts.area === "lms" &&
    facts.lmsVersion !== null &&
    facts.lmsVersion !== facts.currentLMSVersion;
  const first = attemptsLine(facts);
  return [
    ...(first === undefined ? [] : [first]),
    ...(unsupported ? [UNSUPPORTED_LMS] : []),
    `Status: ${facts.statusLabel}`,
    ...(facts.attempts > 0 ? [`Attempts: ${facts.attempts}`] : []),
    ...named("Template", facts.template),
    ...named("Runtime", runtimeOf(facts.runStart, facts.runStop)),
    ...named("Stopped", instantText(facts.runStop)),
    ...named("QA user", facts.qaUser),
    ...named("QA issue", facts.qaIssueDesc),
    ...named("QA resolution", facts.qaIssueRes),
    ...named("Set by hand", facts.mark?.By),
    ...(facts.outdated ? [OUTDATED_DELIVERY] : []),
    ...named("Reason", facts.mark?.Reason ?? facts.reason),
    ...named("Expected end", facts.expectedEnd),
  ];
}

/** What people read for each status that is shown of a job (document 3, section 4.1). */
export const STATUS_LABELS: Readonly<Record<ShownStatus, string>> = {
  NOT_APPLICABLE: "Not applicable",
  NOT_COMMENCED: "Not commenced",
  PREQUEUE: "Waiting for inputs",
  QUEUING: "Queuing",
  QUEUED: "Queued",
  RUNNING: "Running",
  ON_HOLD: "On hold",
  COMPLETED: "Completed",
  COMPLETED_WITH_ERRORS: "Completed with errors",
  FAILED: "Failed",
  CANCELLED: "Cancelled",
  QA_COMPLETED: "QA completed",
  QA_COMPLETED_WITH_ERRORS: "QA completed with errors",
  MANUAL_PROCESSING_REQUIRED: "Manual processing required",
  MANUALLY_PROCESSED: "Manually processed",
  IGNORE: "Ignored",
  UNAVAILABLE: "Unavailable",
  SUPERSEDED: "Superseded",
  ARCHIVED: "Archived",
  WAITING: "Waiting",
};

/** A GPS or LMS job whose QA is completed stays COMPLETED (decision 3), and looks judged. */
export const judgedStatus = (status: ShownStatus, qaUser: string | null): ShownStatus =>
  status === "COMPLETED" && qaUser !== null ? "QA_COMPLETED" : status;
