import { stateTable, type Transition, transitionsFrom } from "../state-table.ts";

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

/** Every status of an upload (document 2, section 4), with its label, lease and slot. */
export const UPLOAD_STATUS = {
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
} as const;
export type UploadStatus = keyof typeof UPLOAD_STATUS;
export const UPLOAD_STATUSES = Object.keys(UPLOAD_STATUS) as [UploadStatus, ...UploadStatus[]];

/** Statuses that a sender passes in one call: it takes a round trip less, and a poor link has long ones. */
export const VIA_STATUSES = [
  "VALIDATING_SOURCE",
  "CHECKING_CONCURRENT_UPLOAD",
  "UPLOAD_INTEGRITY_CHECK",
] as const satisfies readonly UploadStatus[];
export type ViaStatus = (typeof VIA_STATUSES)[number];

/** A status as one that is passed; throws for any other. */
export function viaStatus(status: UploadStatus): ViaStatus {
  const via = VIA_STATUSES.find((each) => each === status);
  if (via === undefined) throw new RangeError(`${status} is not passed in one call`);
  return via;
}

const rows = <Event extends string>(
  from: readonly UploadStatus[],
  event: Event,
  to: UploadStatus,
  actor: UploadActor = "client",
): Transition<UploadStatus, Event, UploadActor>[] =>
  transitionsFrom<UploadStatus, Event, UploadActor>(from, event, to, actor);

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
/** Document 2, section 4 has the first four; a failed one would leave its owner no way out. */
const CANCELLABLE: readonly UploadStatus[] = [
  "UPLOADING",
  "UPLOAD_PAUSED",
  "UPLOAD_STALLED",
  "UPLOAD_INTEGRITY_CHECK",
  "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED",
  "UPLOAD_FAILED",
  "VALIDATING_UPLOAD_FAILED",
];
/** Before there is data, anybody begins these again; an update that failed so is its owner's to end. */
const CANCELLABLE_UPDATE: readonly UploadStatus[] = [
  ...CANCELLABLE,
  "VALIDATING_SOURCE_FAILED",
  "GENERATING_METADATA_N_UPLOAD_TASK_FAILED",
];
const WAITING: readonly UploadStatus[] = ["CHECKING_CONCURRENT_UPLOAD", "UPLOAD_QUEUED"];
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
export const UPLOAD_STATES = stateTable([
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
  ...rows(WAITING, "concurrentUploadNotDetected", "UPLOADING"),
  ...rows(WAITING, "concurrencyCheckUndecided", "UPLOAD_PAUSED"),
  ...rows(WAITING, "concurrencyCheckFailed", "UPLOAD_FAILED"),
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
  ...rows(CANCELLABLE_UPDATE, "cancelUpdate", "UPDATE_CANCELLED"),
  ...rows(["UPLOAD_COMPLETE"], "waitForBackendValidation", "VALIDATING_UPLOAD", "server"),
  ...rows(["VALIDATING_UPLOAD"], "backendRebuildSucceeded", "DATA_READY", "server"),
  ...rows(["VALIDATING_UPLOAD"], "backendRebuildFailed", "VALIDATING_UPLOAD_FAILED", "server"),
  ...rows(["VALIDATING_UPLOAD"], "damageFound", "UPLOAD_STALLED", "server"),
  ...rows(LEASED.filter(hasPlan), "leaseLost", "UPLOAD_STALLED", "server"),
  ...rows(LEASED.filter(hasPlan), "takeOver", "UPLOAD_STALLED"),
  ...rows(UNPLANNED, "leaseLost", "VALIDATING_SOURCE_FAILED", "server"),
  ...rows(
    [...LEASED, ...RESUMABLE, "UPLOAD_FAILED", "VALIDATING_UPLOAD_FAILED"],
    "reset",
    "READY_FOR_UPLOAD",
    "leader",
  ),
  ...rows(["DATA_READY"], "archive", "ARCHIVED", "server"),
]);

export type UploadEvent = (typeof UPLOAD_STATES)["transitions"][number]["event"];

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
