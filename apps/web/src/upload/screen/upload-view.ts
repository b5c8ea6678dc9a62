import { may, type Role } from "@swath/contract/identity";
import {
  isReplaceable,
  isUnowned,
  UPLOAD_STATES,
  type UploadStatus,
} from "@swath/contract/uploads";

export interface ButtonFacts extends Omit<PanelFacts, "cancelledHere"> {
  readonly roles: readonly Role[];
}

const NONE = {
  select: false,
  pause: false,
  resume: false,
  cancel: false,
  update: false,
  replace: false,
  reset: false,
};
export type UploadButtons = Readonly<typeof NONE>;

const READY: ReadonlySet<UploadStatus> = new Set(["DATA_READY", "UPDATE_CANCELLED"]);

/**
 * Which buttons may be pressed (document 2, section 4, button enablement).
 *
 * upload-buttons/B1 a guest may press none;
 * upload-buttons/B2 a folder is picked in the ready and failed states, unless the upload is another's, or to resume one's own upload without files here;
 * upload-buttons/B3 ready data takes a folder only after an update was requested, by its owner or a leader;
 * upload-buttons/B4 pause and resume need the files in this page;
 * upload-buttons/B5 the owner cancels, and a team leader or administrator does: also what failed;
 * upload-buttons/B6 a team leader or administrator resets;
 * upload-buttons/B7 and replaces another's failed upload: it takes a folder once that was requested.
 */
export function buttonsFor(facts: ButtonFacts): UploadButtons {
  const { status, isOwn, hasFiles, roles } = facts;
  if (!may(roles, "upload")) return NONE;
  const resumable = UPLOAD_STATES.nextStatus(status, "filesSelected") !== undefined;
  const startable = UPLOAD_STATES.nextStatus(status, "folderSelected") !== undefined;
  const ready = READY.has(status);
  const paused = status === "UPLOAD_PAUSED" || status === "UPLOAD_STALLED";
  const mayReset = may(roles, "resetUpload");
  const mayUpdate = ready && (isOwn || mayReset);
  const mayBegin = isOwn || isUnowned(facts);
  const replace = mayReset && isReplaceable(status) && !ready && !mayBegin;
  const requested = replace ? facts.replacing : mayBegin;
  const fresh = startable && (ready ? facts.updating && mayUpdate : requested);
  const again = resumable && isOwn && (!hasFiles || !paused);
  return {
    select: fresh || again,
    pause: status === "UPLOADING" && hasFiles,
    resume: paused && hasFiles,
    cancel:
      (isOwn || mayReset) &&
      UPLOAD_STATES.nextStatus(status, facts.isUpdate ? "cancelUpdate" : "cancelUpload") !==
        undefined,
    update: mayUpdate,
    replace,
    reset: mayReset && UPLOAD_STATES.canMove(status, "READY_FOR_UPLOAD", new Set(["leader"])),
  };
}

export type PanelName =
  | "loading"
  | "choose"
  | "progress"
  | "resume"
  | "resumeByOwner"
  | "uploadingInOtherTab"
  | "underway"
  | "validating"
  | "validationFailed"
  | "ready"
  | "cancelled"
  | "archived"
  | "legacy";

export interface PanelFacts {
  readonly status: UploadStatus;
  /** Whether it updates data that is ready. */
  readonly isUpdate: boolean;
  /** Whether the person who last moved the upload is the one who looks. */
  readonly isOwn: boolean;
  /** Whether this page holds the folder's files. */
  readonly hasFiles: boolean;
  /** Whether this page cancelled it just now. */
  readonly cancelledHere: boolean;
  /** Whether this page requested to add to or update what is ready. */
  readonly updating: boolean;
  /** Whether this page requested to replace another's failed upload. */
  readonly replacing: boolean;
}

type Row = readonly [holdsFiles: PanelName, ownWithoutFiles: PanelName, someoneElses: PanelName];

const same = (panel: PanelName): Row => [panel, panel, panel];
const SENDING: Row = ["progress", "uploadingInOtherTab", "underway"];
const RESTING: Row = ["progress", "resume", "resumeByOwner"];
const COMPLETE: Row = ["progress", "validating", "validating"];

/** What the screen shows at each status (document 2, section 2, selected upload screen). */
const PANELS: Readonly<Record<UploadStatus, Row>> = {
  UPLOAD_INIT: same("loading"),
  READY_FOR_UPLOAD: same("choose"),
  VALIDATING_SOURCE: SENDING,
  VALIDATING_SOURCE_FAILED: same("choose"),
  GENERATING_METADATA_N_UPLOAD_TASK: SENDING,
  GENERATING_METADATA_N_UPLOAD_TASK_FAILED: same("choose"),
  GENERATING_METADATA_N_CHECK_PROGRESS: SENDING,
  GENERATING_METADATA_N_CHECK_PROGRESS_FAILED: ["resume", "resume", "resumeByOwner"],
  CHECKING_CONCURRENT_UPLOAD: SENDING,
  UPLOAD_QUEUED: SENDING,
  UPLOADING: SENDING,
  UPLOAD_FAILED: ["progress", "resume", "resumeByOwner"],
  UPLOAD_CANCELLED: same("choose"),
  UPDATE_CANCELLED: same("ready"),
  UPLOAD_PAUSED: RESTING,
  UPLOAD_STALLED: RESTING,
  UPLOAD_INTEGRITY_CHECK: SENDING,
  UPLOAD_COMPLETE: COMPLETE,
  VALIDATING_UPLOAD: COMPLETE,
  VALIDATING_UPLOAD_FAILED: same("validationFailed"),
  DATA_READY: same("ready"),
  LEGACY_SYSTEM: same("legacy"),
  ARCHIVED: same("archived"),
};

/**
 * Which panel stands on the screen.
 *
 * upload-panel/S1 a user who cancelled here sees it confirmed before the redirect;
 * upload-panel/S2 an update, or a replacement, requested here waits for its folder;
 * upload-panel/S3 else the table decides, by who holds the files and whose upload it is;
 * upload-panel/S4 no folder is requested for what only its owner may begin: an update.
 */
export function panelFor(facts: PanelFacts): PanelName {
  const { status } = facts;
  const cancelled = status === "UPLOAD_CANCELLED" || status === "UPDATE_CANCELLED";
  if (cancelled && facts.cancelledHere) return "cancelled";
  const [holdsFiles, ownWithoutFiles, someoneElses] = PANELS[status];
  if (facts.updating && ownWithoutFiles === "ready") return "choose";
  if (facts.hasFiles) return holdsFiles;
  if (facts.isOwn) return ownWithoutFiles;
  if (facts.replacing && isReplaceable(status) && someoneElses !== "ready") return "choose";
  return someoneElses === "choose" && !isUnowned(facts) ? "resumeByOwner" : someoneElses;
}
