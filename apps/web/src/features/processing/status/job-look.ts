import type { JobArea, ShownStatus, StatusFilterValue } from "@swath/contract/processing";
import type { StatusGlyph } from "../../../ui/status/status-icon.tsx";
import type { Tone } from "../../../ui/status/status-pill.ts";

export interface JobLook {
  readonly label: string;
  /** Of its own for each status: what a status is must not hang on its colour. */
  readonly glyph: StatusGlyph;
  readonly tone: Tone;
}

const look = (label: string, glyph: StatusGlyph, tone: Tone): JobLook => ({ label, glyph, tone });

/** Name, icon and colour of each status that a cell shows (document 3, section 4.1). */
export const JOB_LOOK: Readonly<Record<ShownStatus, JobLook>> = {
  NOT_APPLICABLE: look("Not applicable", "none", "muted"),
  NOT_COMMENCED: look("Not commenced", "waiting", "muted"),
  PREQUEUE: look("Waiting for inputs", "prequeue", "busy"),
  QUEUING: look("Queuing", "queuing", "busy"),
  QUEUED: look("Queued", "queued", "busy"),
  RUNNING: look("Running", "working", "busy"),
  ON_HOLD: look("On hold", "paused", "busy"),
  COMPLETED: look("Completed", "ready", "good"),
  COMPLETED_WITH_ERRORS: look("Completed with errors", "warning", "busy"),
  FAILED: look("Failed", "failed", "bad"),
  CANCELLED: look("Cancelled", "cancelled", "bad"),
  QA_COMPLETED: look("QA completed", "verified", "good"),
  QA_COMPLETED_WITH_ERRORS: look("QA completed with errors", "verifiedWithErrors", "busy"),
  MANUAL_PROCESSING_REQUIRED: look("Manual processing required", "handRequired", "bad"),
  MANUALLY_PROCESSED: look("Manually processed", "hand", "good"),
  IGNORE: look("Ignored", "ignored", "muted"),
  UNAVAILABLE: look("Unavailable", "unavailable", "muted"),
  SUPERSEDED: look("Superseded", "superseded", "muted"),
  ARCHIVED: look("Archived", "archived", "muted"),
  WAITING: look("Waiting", "hourglass", "muted"),
};

interface JudgedJob {
  readonly area: JobArea;
  readonly qaUser: string | null;
  readonly failed: number;
}

/**
 * The look of a job's status. A GPS or LMS job whose QA is completed stays COMPLETED (decision 3) and
 * looks judged; one of which tasks failed has a warning.
 */
export function jobLook(status: ShownStatus, { qaUser, failed }: JudgedJob): JobLook {
  const known = Object.hasOwn(JOB_LOOK, status) ? JOB_LOOK[status] : undefined;
  if (known === undefined) return look(status, "none", "muted");
  if (status !== "COMPLETED") return known;
  if (qaUser !== null) return JOB_LOOK.QA_COMPLETED;
  return failed > 0 ? look("Completed with failures", "warning", "busy") : known;
}

/** A value of the filter by status, as people read it. */
export const statusFilterLabel = (value: string): string =>
  value === "QA_PENDING"
    ? "QA pending"
    : (JOB_LOOK[value as Exclude<StatusFilterValue, "QA_PENDING">]?.label ?? value);
