import Typography from "@mui/material/Typography";
import type { LiveUpload } from "../engine/use-live-upload.ts";
import { UploadAlert } from "../panels/upload-alert.tsx";
import type { PanelName } from "../panels/panel-of.ts";
import { faultText } from "./fault-text.ts";

interface Props {
  readonly live: LiveUpload;
  readonly panel: PanelName;
  /** Why the last folder was refused. */
  readonly folderFault: string | undefined;
  /** Why the last command was refused. */
  readonly refusal: string | undefined;
}

/** What went wrong with the upload, the last folder and the last command. */
export function UploadFaults({ live, panel, folderFault, refusal }: Props) {
  const { status, error } = live.snapshot;
  // These two panels show the server's reasons themselves.
  const reason = panel === "resume" ? null : live.server.reason;
  const fault = panel === "validationFailed" ? undefined : faultText(status, error, reason);
  return (
    <>
      {fault !== undefined && (
        <UploadAlert severity="error">
          {fault.text}
          {fault.detail !== undefined && (
            <Typography variant="body2" sx={{ mt: 0.5 }}>
              {fault.detail}
            </Typography>
          )}
        </UploadAlert>
      )}
      {folderFault !== undefined && folderFault !== fault?.text && (
        <UploadAlert severity="error">{folderFault}</UploadAlert>
      )}
      {refusal !== undefined && <UploadAlert severity="error">{refusal}</UploadAlert>}
    </>
  );
}
