import { z } from "zod";
import { stateTable, type Transition, transitionsFrom } from "../state-table.ts";

/** Every status of an upload (document 2, section 4). */
export const UPLOAD_STATUSES = [
  "UPLOAD_INIT",
  "READY_FOR_UPLOAD",
  "VALIDATING_SOURCE",
  "VALIDATING_SOURCE_FAILED",
  "GENERATING_METADATA_N_UPLOAD_TASK",
  "GENERATING_METADATA_N_UPLOAD_TASK_FAILED",
  "GENERATING_METADATA_N_CHECK_PROGRESS",
  "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED",
  "CHECKING_CONCURRENT_UPLOAD",
  "UPLOAD_QUEUED",
  "UPLOADING",
  "UPLOAD_FAILED",
  "UPLOAD_CANCELLED",
  "UPDATE_CANCELLED",
  "UPLOAD_PAUSED",
  "UPLOAD_STALLED",
  "UPLOAD_INTEGRITY_CHECK",
  "UPLOAD_COMPLETE",
  "VALIDATING_UPLOAD",
  "VALIDATING_UPLOAD_FAILED",
  "DATA_READY",
  "LEGACY_SYSTEM",
  "ARCHIVED",
] as const;
export const uploadStatusSchema = z.enum(UPLOAD_STATUSES);
export type UploadStatus = z.infer<typeof uploadStatusSchema>;

export type UploadEvent =
  | "folderSelected"
  | "validationSucceeded"
  | "validationFailed"
  | "metadataSucceeded"
  | "metadataFailed"
  | "concurrentUploadDetected"
  | "concurrentUploadNotDetected"
  | "concurrencyCheckUndecided"
  | "concurrencyCheckFailed"
  | "quitQueue"
  | "pause"
  | "progressCheckSucceeded"
  | "progressCheckFailed"
  | "resume"
  | "filesSelected"
  | "cancelUpload"
  | "cancelUpdate"
  | "allTasksSucceeded"
  | "integrityCheckSucceeded"
  | "integrityCheckRetry"
  | "integrityCheckFailed"
  | "missingFileOrMaxRetry"
  | "uploadFailed"
  | "waitForBackendValidation"
  | "backendRebuildSucceeded"
  | "backendRebuildFailed"
  | "leaseLost"
  | "reset"
  | "archive";

/** Who may bring an event about: the browser, the server itself, or a team leader or administrator. */
export type UploadActor = "client" | "server" | "leader";

interface StatusFacts {
  /** As shown on the screen. */
  readonly label: string;
  /** An active upload holds a lease, kept by a heartbeat. */
  readonly active: boolean;
  /** Holds one of the slots for sending. */
  readonly slot: boolean;
}

const at = (label: string, active = false, slot = false): StatusFacts => ({ label, active, slot });

/** Label, lease and slot of each status. */
export const UPLOAD_STATUS: Readonly<Record<UploadStatus, StatusFacts>> = {
  UPLOAD_INIT: at("Initialising"),
  READY_FOR_UPLOAD: at("Ready for Upload"),
  VALIDATING_SOURCE: at("Validating Source", true),
  VALIDATING_SOURCE_FAILED: at("Validating Source Failed"),
  GENERATING_METADATA_N_UPLOAD_TASK: at("Generating Metadata", true),
  GENERATING_METADATA_N_UPLOAD_TASK_FAILED: at("Generating Metadata Failed"),
  GENERATING_METADATA_N_CHECK_PROGRESS: at("Checking Upload Progress", true),
  GENERATING_METADATA_N_CHECK_PROGRESS_FAILED: at("Checking Upload Progress Failed"),
  CHECKING_CONCURRENT_UPLOAD: at("Checking Concurrent Upload", true),
  UPLOAD_QUEUED: at("Upload Queued", true),
  UPLOADING: at("Uploading", true, true),
  UPLOAD_FAILED: at("Upload Failed"),
  UPLOAD_CANCELLED: at("Upload Cancelled"),
  UPDATE_CANCELLED: at("Update Cancelled"),
  UPLOAD_PAUSED: at("Upload Paused"),
  UPLOAD_STALLED: at("Upload Stalled"),
  UPLOAD_INTEGRITY_CHECK: at("Checking Integrity", true, true),
  UPLOAD_COMPLETE: at("Upload Complete"),
  VALIDATING_UPLOAD: at("Validating Upload"),
  VALIDATING_UPLOAD_FAILED: at("Validating Upload Failed"),
  DATA_READY: at("Data Ready"),
  LEGACY_SYSTEM: at("Legacy System"),
  ARCHIVED: at("Upload Archived"),
};

const rows = (
  from: readonly UploadStatus[],
  event: UploadEvent,
  to: UploadStatus,
  actor: UploadActor = "client",
): Transition<UploadStatus, UploadEvent, UploadActor>[] =>
  transitionsFrom<UploadStatus, UploadEvent, UploadActor>(from, event, to, actor);

const RESTARTABLE: readonly UploadStatus[] = [
  "READY_FOR_UPLOAD",
  "VALIDATING_SOURCE_FAILED",
  "GENERATING_METADATA_N_UPLOAD_TASK_FAILED",
  "UPLOAD_FAILED",
  "UPLOAD_CANCELLED",
  "UPDATE_CANCELLED",
  "DATA_READY",
];
const RESUMABLE: readonly UploadStatus[] = [
  "UPLOAD_PAUSED",
  "UPLOAD_STALLED",
  "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED",
];
const CANCELLABLE: readonly UploadStatus[] = [
  "UPLOADING",
  "UPLOAD_PAUSED",
  "UPLOAD_STALLED",
  "UPLOAD_INTEGRITY_CHECK",
];
const SENDING: readonly UploadStatus[] = ["UPLOADING", "UPLOAD_INTEGRITY_CHECK"];
const LEASED: readonly UploadStatus[] = UPLOAD_STATUSES.filter(
  (status) => UPLOAD_STATUS[status].active,
);
/** Active statuses in which the server holds no manifest yet, so that there is nothing to resume. */
const UNPLANNED: readonly UploadStatus[] = [
  "VALIDATING_SOURCE",
  "GENERATING_METADATA_N_UPLOAD_TASK",
];
const hasPlan = (status: UploadStatus): boolean => !UNPLANNED.includes(status);

/** The states of an upload (document 2, section 4): the engine follows the table, the server enforces it. */
export const UPLOAD_STATES = stateTable<UploadStatus, UploadEvent, UploadActor>([
  ...rows(["UPLOAD_INIT"], "reset", "READY_FOR_UPLOAD"),
  ...rows(RESTARTABLE, "folderSelected", "VALIDATING_SOURCE"),
  ...rows(["VALIDATING_SOURCE"], "validationSucceeded", "GENERATING_METADATA_N_UPLOAD_TASK"),
  ...rows(["VALIDATING_SOURCE"], "validationFailed", "VALIDATING_SOURCE_FAILED"),
  ...rows(["GENERATING_METADATA_N_UPLOAD_TASK"], "metadataSucceeded", "CHECKING_CONCURRENT_UPLOAD"),
  ...rows(
    ["GENERATING_METADATA_N_UPLOAD_TASK"],
    "metadataFailed",
    "GENERATING_METADATA_N_UPLOAD_TASK_FAILED",
  ),
  ...rows(["CHECKING_CONCURRENT_UPLOAD"], "concurrentUploadDetected", "UPLOAD_QUEUED"),
  ...rows(
    ["CHECKING_CONCURRENT_UPLOAD", "UPLOAD_QUEUED"],
    "concurrentUploadNotDetected",
    "UPLOADING",
  ),
  ...rows(
    ["CHECKING_CONCURRENT_UPLOAD", "UPLOAD_QUEUED"],
    "concurrencyCheckUndecided",
    "UPLOAD_PAUSED",
  ),
  ...rows(
    ["CHECKING_CONCURRENT_UPLOAD", "UPLOAD_QUEUED"],
    "concurrencyCheckFailed",
    "UPLOAD_FAILED",
  ),
  ...rows(["UPLOAD_QUEUED"], "quitQueue", "UPLOAD_PAUSED"),
  ...rows(["UPLOADING"], "pause", "UPLOAD_PAUSED"),
  ...rows(["UPLOADING"], "allTasksSucceeded", "UPLOAD_INTEGRITY_CHECK"),
  ...rows(SENDING, "uploadFailed", "UPLOAD_FAILED"),
  ...rows(["UPLOAD_INTEGRITY_CHECK"], "integrityCheckSucceeded", "UPLOAD_COMPLETE"),
  ...rows(["UPLOAD_INTEGRITY_CHECK"], "integrityCheckRetry", "UPLOADING"),
  ...rows(["UPLOAD_INTEGRITY_CHECK"], "integrityCheckFailed", "UPLOAD_STALLED"),
  ...rows(["UPLOAD_INTEGRITY_CHECK"], "missingFileOrMaxRetry", "UPLOAD_STALLED"),
  ...rows(RESUMABLE, "resume", "CHECKING_CONCURRENT_UPLOAD"),
  ...rows(RESUMABLE, "filesSelected", "GENERATING_METADATA_N_CHECK_PROGRESS"),
  ...rows(
    ["GENERATING_METADATA_N_CHECK_PROGRESS"],
    "progressCheckSucceeded",
    "CHECKING_CONCURRENT_UPLOAD",
  ),
  ...rows(
    ["GENERATING_METADATA_N_CHECK_PROGRESS"],
    "progressCheckFailed",
    "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED",
  ),
  ...rows(CANCELLABLE, "cancelUpload", "UPLOAD_CANCELLED"),
  ...rows(CANCELLABLE, "cancelUpdate", "UPDATE_CANCELLED"),
  ...rows(["UPLOAD_COMPLETE"], "waitForBackendValidation", "VALIDATING_UPLOAD", "server"),
  ...rows(["VALIDATING_UPLOAD"], "backendRebuildSucceeded", "DATA_READY", "server"),
  ...rows(["VALIDATING_UPLOAD"], "backendRebuildFailed", "VALIDATING_UPLOAD_FAILED", "server"),
  ...rows(LEASED.filter(hasPlan), "leaseLost", "UPLOAD_STALLED", "server"),
  ...rows(UNPLANNED, "leaseLost", "VALIDATING_SOURCE_FAILED", "server"),
  ...rows(
    [...LEASED, ...RESUMABLE, "UPLOAD_FAILED", "VALIDATING_UPLOAD_FAILED"],
    "reset",
    "READY_FOR_UPLOAD",
    "leader",
  ),
  ...rows(["DATA_READY"], "archive", "ARCHIVED", "server"),
]);
