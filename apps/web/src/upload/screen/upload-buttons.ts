import { may, type Role } from "@swath/contract/identity";
import type { PanelFacts } from "../panels/panel-of.ts";
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
