import { UPLOAD_STATES, type UploadEvent, type UploadStatus } from "@swath/contract/uploads";
import { type Step, STEP_NAMES, type StepState } from "./upload-snapshot.ts";

/**
 * machine/M1 leaving the page stops an upload where its status allows: sending and queueing become
 * paused, a running integrity check becomes stalled; the lease of one that is not planned yet expires.
 */
export function restOf(status: UploadStatus): UploadStatus | undefined {
  const event = LEAVING[status];
  return event && UPLOAD_STATES.nextStatus(status, event);
}

const LEAVING: Readonly<Partial<Record<UploadStatus, UploadEvent>>> = {
  UPLOADING: "pause",
  UPLOAD_QUEUED: "quitQueue",
  CHECKING_CONCURRENT_UPLOAD: "concurrencyCheckUndecided",
  UPLOAD_INTEGRITY_CHECK: "integrityCheckFailed",
};

const STEP_OF: Readonly<Partial<Record<UploadStatus, readonly [step: number, state: StepState]>>> =
  {
    VALIDATING_SOURCE: [0, "inProgress"],
    VALIDATING_SOURCE_FAILED: [0, "failed"],
    GENERATING_METADATA_N_UPLOAD_TASK: [1, "inProgress"],
    GENERATING_METADATA_N_UPLOAD_TASK_FAILED: [1, "failed"],
    GENERATING_METADATA_N_CHECK_PROGRESS: [2, "inProgress"],
    GENERATING_METADATA_N_CHECK_PROGRESS_FAILED: [2, "failed"],
    CHECKING_CONCURRENT_UPLOAD: [3, "inProgress"],
    UPLOAD_QUEUED: [3, "inProgress"],
    UPLOADING: [4, "inProgress"],
    UPLOAD_PAUSED: [4, "paused"],
    UPLOAD_STALLED: [4, "paused"],
    UPLOAD_FAILED: [4, "failed"],
    UPLOAD_INTEGRITY_CHECK: [5, "inProgress"],
    UPLOAD_COMPLETE: [6, "inProgress"],
    VALIDATING_UPLOAD: [6, "inProgress"],
    VALIDATING_UPLOAD_FAILED: [6, "failed"],
    DATA_READY: [7, "completed"],
    ARCHIVED: [7, "completed"],
  };

/** The state of the seven steps in a status; before the start and after a cancel all wait. */
export function stepsOf(status: UploadStatus): readonly Step[] {
  const [current, state] = STEP_OF[status] ?? [-1, "waiting"];
  return STEP_NAMES.map((name, i) => {
    if (i === current) return { name, state };
    return { name, state: i < current ? "completed" : "waiting" };
  });
}
