import { UPLOAD_STATUS, type UploadStatus } from "@swath/contract/uploads";
import type { StatusGlyph } from "../ui/status/status-icon.tsx";
import type { Tone } from "../ui/status/status-pill.ts";

interface StatusStyle {
  readonly glyph: StatusGlyph;
  readonly tone: Tone;
}

const look = (glyph: StatusGlyph, tone: Tone): StatusStyle => ({ glyph, tone });

/** Icon and colour of each status (document 1, section 4, "Display by status"). */
export const STATUS_LOOK: Readonly<Record<UploadStatus, StatusStyle>> = {
  UPLOAD_INIT: look("upload", "neutral"),
  READY_FOR_UPLOAD: look("upload", "neutral"),
  VALIDATING_SOURCE: look("working", "busy"),
  VALIDATING_SOURCE_FAILED: look("failed", "bad"),
  GENERATING_METADATA_N_UPLOAD_TASK: look("working", "busy"),
  GENERATING_METADATA_N_UPLOAD_TASK_FAILED: look("failed", "bad"),
  GENERATING_METADATA_N_CHECK_PROGRESS: look("working", "busy"),
  GENERATING_METADATA_N_CHECK_PROGRESS_FAILED: look("failed", "bad"),
  CHECKING_CONCURRENT_UPLOAD: look("working", "busy"),
  UPLOAD_QUEUED: look("queued", "busy"),
  UPLOADING: look("upload", "busy"),
  UPLOAD_FAILED: look("failed", "bad"),
  UPLOAD_CANCELLED: look("cancelled", "bad"),
  UPDATE_CANCELLED: look("cancelled", "bad"),
  UPLOAD_PAUSED: look("paused", "busy"),
  UPLOAD_STALLED: look("stalled", "bad"),
  UPLOAD_INTEGRITY_CHECK: look("working", "busy"),
  UPLOAD_COMPLETE: look("sent", "busy"),
  VALIDATING_UPLOAD: look("working", "busy"),
  VALIDATING_UPLOAD_FAILED: look("failed", "bad"),
  DATA_READY: look("ready", "good"),
  LEGACY_SYSTEM: look("legacy", "muted"),
  ARCHIVED: look("archived", "muted"),
};

/** A status as people read it; one that a newer server knows is shown as it came. */
export function statusLabel(status: UploadStatus): string {
  return Object.hasOwn(UPLOAD_STATUS, status) ? UPLOAD_STATUS[status].label : status;
}

export function statusStyle(status: UploadStatus): StatusStyle {
  return Object.hasOwn(STATUS_LOOK, status) ? STATUS_LOOK[status] : look("working", "muted");
}

const URGENCY: readonly Tone[] = ["bad", "busy", "neutral", "good", "muted"];

/** Of several statuses the one that asks most for a look. */
export function mostUrgent(statuses: readonly UploadStatus[]): UploadStatus {
  const [first = "READY_FOR_UPLOAD"] = statuses.toSorted(
    (a, b) => URGENCY.indexOf(statusStyle(a).tone) - URGENCY.indexOf(statusStyle(b).tone),
  );
  return first;
}
