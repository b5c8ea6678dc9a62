import type { ShownStatus } from "./job-tooltip.ts";

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
