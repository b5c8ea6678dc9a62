import type { UploadStatus } from "./upload-status.ts";

interface UploadFacts {
  readonly status: UploadStatus;
  /** Whether it updates data that is ready. */
  readonly isUpdate: boolean;
}

const UNOWNED: ReadonlySet<UploadStatus> = new Set([
  "UPLOAD_INIT",
  "READY_FOR_UPLOAD",
  "VALIDATING_SOURCE_FAILED",
  "GENERATING_METADATA_N_UPLOAD_TASK_FAILED",
  "UPLOAD_CANCELLED",
]);

/** Data in storage, to which an update may add, and uploads that failed before there was any. */
const REPLACEABLE: ReadonlySet<UploadStatus> = new Set([
  "DATA_READY",
  "UPDATE_CANCELLED",
  "UPLOAD_FAILED",
  "VALIDATING_SOURCE_FAILED",
  "GENERATING_METADATA_N_UPLOAD_TASK_FAILED",
]);

/** Whether a team leader or administrator may replace what another uploaded, and own it then. */
export const isReplaceable = (status: UploadStatus): boolean => REPLACEABLE.has(status);

/** Whether any user may begin an upload; an update is its owner's, for it has data in every status. */
export function isUnowned({ status, isUpdate }: UploadFacts): boolean {
  return UNOWNED.has(status) && !isUpdate;
}

/** Whether an upload is another person's to move; what nobody has begun is nobody's. */
export function isAnothers(
  upload: UploadFacts & { readonly subject: string | null },
  subject: string,
): boolean {
  return !isUnowned(upload) && upload.subject !== null && upload.subject !== subject;
}

/**
 * Whether a reset removes what arrived: where it is no good, or belonged to an update. Otherwise the
 * next upload of the same folder uses it.
 */
export function resetDiscards({ status, isUpdate }: UploadFacts): boolean {
  return isUpdate || status === "VALIDATING_UPLOAD_FAILED";
}
