import { may, type Role } from "@swath/contract/identity";
import {
  isReplaceable,
  isUnowned,
  UPLOAD_STATES,
  type UploadStatus,
} from "@swath/contract/uploads";

/**
 * Rules of the upload's screen, which tests cite.
 *
 * The folder that this browser saves:
 * upload-screen/K1 an upload has one, the last that was chosen for it;
 * upload-screen/K2 it is forgotten after 30 days, at the end of the upload, and at signing out;
 * upload-screen/K3 a browser that keeps nothing has no folder: it is chosen again.
 *
 * The review of a validated folder, and its dialogs:
 * upload-screen/R1 the report comes first, with everything at once;
 * upload-screen/R2 a blocking rule without a dialog of its own ends it there, as does a folder
 *   without a file to send;
 * upload-screen/R3 each warning with a dialog of its own is confirmed in the survey's order;
 * upload-screen/R4 an update selects last which types of file to send, and shows what they would
 *   change;
 * upload-screen/R5 a resumption confirmed the warnings before: only what blocks is shown again;
 * upload-screen/C1 a validated folder is shown in its report first, unless the plan has none;
 * upload-screen/C2 confirming leads from the report dialog by dialog, and the last approves the
 *   folder;
 * upload-screen/C3 a report or a dialog that blocks cannot be confirmed;
 * upload-screen/C4 cancelling a dialog goes back to the report; cancelling the report drops the
 *   folder.
 *
 * Uploads of this tab:
 * upload-screen/U1 an upload is opened once, however many pages open it;
 * upload-screen/U2 what works, or rests with its files at hand, is kept whichever page is shown;
 * upload-screen/U3 anything else is disposed of when no page shows it;
 * upload-screen/U4 what ends while no page shows it is listed until it is opened or dismissed;
 * upload-screen/U5 when its person has left, everything is disposed of.
 *
 * The panel:
 * upload-screen/S1 a user who cancelled here sees it confirmed before the redirect;
 * upload-screen/S2 an update, or a replacement, requested here waits for its folder;
 * upload-screen/S3 else the table decides, by who holds the files and whose upload it is;
 * upload-screen/S4 no folder is requested for what only its owner may begin: an update.
 *
 * The buttons:
 * upload-screen/B1 a guest may press none;
 * upload-screen/B2 a folder is picked in the ready and failed states, unless the upload is
 *   another's, or to resume one's own upload without files here;
 * upload-screen/B3 ready data takes a folder only after an update was requested, by its owner or a
 *   leader;
 * upload-screen/B4 pause and resume need the files in this page;
 * upload-screen/B5 the owner cancels, and a team leader or administrator does: also what failed;
 * upload-screen/B6 a team leader or administrator resets;
 * upload-screen/B7 and replaces another's failed upload: it takes a folder once that was requested.
 *
 * Why an upload stands still, the first that holds:
 * upload-screen/W1 the server does not answer;
 * upload-screen/W2 a pause finishes what is in flight;
 * upload-screen/W3 the browser has no network while nothing moves;
 * upload-screen/W11 nobody is signed in any more, or someone else;
 * upload-screen/W10 the store is full;
 * upload-screen/W4 the link or the store takes nothing;
 * upload-screen/W5 what is ready waits for a limit that a person set, or else for its
 *   authorisation;
 * upload-screen/W6 the computer compresses;
 * upload-screen/W7 the drive is read;
 * upload-screen/W8 what failed waits for its time;
 * upload-screen/W9 all has arrived, and the server has not begun to validate it.
 */

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
 * Rules upload-screen/B1 to B7.
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
 * Rules upload-screen/S1 to S4.
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
