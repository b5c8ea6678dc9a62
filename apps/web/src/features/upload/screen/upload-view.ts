import { may, type Role } from "@swath/contract/identity";
import { UPLOAD_STATUS } from "@swath/contract/uploads";
import type { LiveUpload } from "../engine/use-live-upload.ts";
import { panelFor, type PanelName } from "../panels/panel-of.ts";
import { buttonsFor, type UploadButtons } from "./upload-buttons.ts";

export interface UploadView {
  readonly panel: PanelName;
  readonly buttons: UploadButtons;
  /** Whether the user may only look. */
  readonly readOnly: boolean;
}

/** The panel and the buttons of an upload for a user. */
export function uploadView(
  { snapshot, server, sending, updating }: LiveUpload,
  roles: readonly Role[],
  cancelledHere: boolean,
): UploadView {
  const { status } = snapshot;
  // Another user may have taken over an upload whose files are still held here.
  const kept = snapshot.hasFiles && (server.isOwn || !UPLOAD_STATUS[status].active);
  const hasFiles = sending || kept;
  const isOwn = server.isOwn || hasFiles;
  const facts = { status, isOwn, hasFiles, updating };
  const buttons = buttonsFor({ ...facts, roles });
  return {
    panel: panelFor({ ...facts, cancelledHere }),
    buttons: { ...buttons, reset: buttons.reset && !sending },
    readOnly: !may(roles, "upload"),
  };
}
