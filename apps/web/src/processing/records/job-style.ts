import {
  type JobArea,
  judgedStatus,
  type ShownStatus,
  STATUS_LABELS,
  type StatusFilterValue,
} from "@swath/contract/processing";
import type { StatusGlyph } from "../../ui/status/status-icon.tsx";
import type { Tone } from "../../ui/status/status-pill.ts";

export interface JobStyle {
  readonly label: string;
  /** In place of the label where a note beside it says the rest. */
  readonly word?: string;
  /** Each status has its own icon, so that nobody needs the colour. */
  readonly glyph: StatusGlyph;
  readonly tone: Tone;
}

const look = (label: string, glyph: StatusGlyph, tone: Tone): JobStyle => ({ label, glyph, tone });

/** Name, icon and colour of each status that a cell shows (document 3, section 4.1). */
export const JOB_LOOK: Readonly<Record<ShownStatus, JobStyle>> = {
  NOT_APPLICABLE: look(STATUS_LABELS.NOT_APPLICABLE, "none", "muted"),
  NOT_COMMENCED: look(STATUS_LABELS.NOT_COMMENCED, "waiting", "muted"),
  PREQUEUE: look(STATUS_LABELS.PREQUEUE, "prequeue", "busy"),
  QUEUING: look(STATUS_LABELS.QUEUING, "queuing", "busy"),
  QUEUED: look(STATUS_LABELS.QUEUED, "queued", "busy"),
  RUNNING: look(STATUS_LABELS.RUNNING, "working", "busy"),
  ON_HOLD: look(STATUS_LABELS.ON_HOLD, "paused", "busy"),
  COMPLETED: look(STATUS_LABELS.COMPLETED, "ready", "good"),
  COMPLETED_WITH_ERRORS: look(STATUS_LABELS.COMPLETED_WITH_ERRORS, "warning", "busy"),
  FAILED: look(STATUS_LABELS.FAILED, "failed", "bad"),
  CANCELLED: look(STATUS_LABELS.CANCELLED, "cancelled", "bad"),
  QA_COMPLETED: look(STATUS_LABELS.QA_COMPLETED, "verified", "good"),
  QA_COMPLETED_WITH_ERRORS: look(
    STATUS_LABELS.QA_COMPLETED_WITH_ERRORS,
    "verifiedWithErrors",
    "busy",
  ),
  MANUAL_PROCESSING_REQUIRED: look(STATUS_LABELS.MANUAL_PROCESSING_REQUIRED, "handRequired", "bad"),
  MANUALLY_PROCESSED: look(STATUS_LABELS.MANUALLY_PROCESSED, "hand", "good"),
  IGNORE: look(STATUS_LABELS.IGNORE, "ignored", "muted"),
  UNAVAILABLE: look(STATUS_LABELS.UNAVAILABLE, "unavailable", "muted"),
  SUPERSEDED: look(STATUS_LABELS.SUPERSEDED, "superseded", "muted"),
  ARCHIVED: look(STATUS_LABELS.ARCHIVED, "archived", "muted"),
  WAITING: look(STATUS_LABELS.WAITING, "hourglass", "muted"),
};

/** A completed job that holds later jobs until its QA is completed. */
const QA_PENDING: JobStyle = {
  ...look(/* text */ "Completed, QA pending", "qaPending", "busy"),
  word: STATUS_LABELS.COMPLETED,
};

interface JudgedJob {
  readonly area: JobArea;
  readonly qaUser: string | null;
  readonly failed: number;
}

/**
 * The style of a job's status. A completed job with failed tasks shows a warning; a job that awaits QA shows
 * that first.
 */
export function jobStyle(
  stored: ShownStatus,
  { qaUser, failed }: JudgedJob,
  isPending = false,
): JobStyle {
  const status = judgedStatus(stored, qaUser);
  if (isPending && status === "COMPLETED" && failed === 0) return QA_PENDING;
  if (isPending && (status === "COMPLETED" || status === "COMPLETED_WITH_ERRORS"))
    return {
      ...QA_PENDING,
      label: "Completed with errors, QA pending",
      word: STATUS_LABELS.COMPLETED_WITH_ERRORS,
    };
  const known = Object.hasOwn(JOB_LOOK, status) ? JOB_LOOK[status] : undefined;
  if (known === undefined) return look(status, "none", "muted");
  return status === "COMPLETED" && failed > 0
    ? look("Completed with failures", "warning", "busy")
    : known;
}

/** The label of a value of the filter by status. */
export const statusFilterLabel = (value: string): string =>
  value === "QA_PENDING"
    ? "QA pending"
    : (JOB_LOOK[value as Exclude<StatusFilterValue, "QA_PENDING">]?.label ?? value);

/** Every style that a cell may show, for the legend. */
export const LEGEND: readonly JobStyle[] = [
  QA_PENDING,
  ...Object.values(JOB_LOOK).filter(({ glyph }) => glyph !== "none"),
];
