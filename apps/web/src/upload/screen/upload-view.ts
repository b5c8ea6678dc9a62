import { may, type Role } from "@swath/contract/identity";
import { UPLOAD_STATUS } from "@swath/contract/uploads";
import { stepsOf, type UploadSnapshot } from "@swath/upload-engine";
import type { LiveUpload } from "../engine/use-live-upload.ts";
import type { PendingFolder } from "../review/use-folder-review.ts";
import { panelFor } from "../panels/panel-of.ts";
import { buttonsFor } from "./upload-buttons.ts";

/**
 * The status that the screen shows, and its steps: while a folder is validated and reviewed on this
 * page, the upload's own is the one before.
 */
export function shownStatus(
  { status, steps }: Pick<UploadSnapshot, "status" | "steps">,
  { idle, review }: Pick<PendingFolder, "idle" | "review">,
): Pick<UploadSnapshot, "status" | "steps"> {
  if (idle) return { status, steps };
  const blocked = review.phase === "report" && review.plan.blocked;
  const shown = blocked ? "VALIDATING_SOURCE_FAILED" : "VALIDATING_SOURCE";
  return { status: shown, steps: stepsOf(shown) };
}

/** The panel and the buttons of an upload for a user, and whether that user may only look. */
export function uploadView(
  { snapshot, server, sending, updating, replacing }: LiveUpload,
  roles: readonly Role[],
  cancelledHere: boolean,
) {
  const { status } = snapshot;
  // Another user may have taken over an upload whose files are still held here.
  const kept = snapshot.hasFiles && (server.isOwn || !UPLOAD_STATUS[status].active);
  const hasFiles = sending || kept;
  const isOwn = server.isOwn || hasFiles;
  const facts = { status, isUpdate: server.isUpdate, isOwn, hasFiles, updating, replacing };
  const buttons = buttonsFor({ ...facts, roles });
  return {
    panel: panelFor({ ...facts, cancelledHere }),
    // A run in progress ignores another folder (run/D1).
    buttons: {
      ...buttons,
      select: buttons.select && !sending,
      reset: buttons.reset && !sending,
    },
    readOnly: !may(roles, "upload"),
  };
}
