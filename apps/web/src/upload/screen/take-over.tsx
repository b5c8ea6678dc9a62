import Button from "@mui/material/Button";
import { UPLOAD_STATES } from "@swath/contract/uploads";
import { useState } from "react";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import type { LiveUpload } from "../engine/use-live-upload.ts";

/** Has this page go on with what another one sends, once a person said so. */
export function TakeOver({ live: { uploader, snapshot, refresh } }: { live: LiveUpload }) {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  if (UPLOAD_STATES.nextStatus(snapshot.status, "takeOver") === undefined) return null;
  const takeOver = async (): Promise<void> => {
    setBusy(true);
    await uploader.takeOver();
    setBusy(false);
    setAsked(false);
    refresh();
  };
  return (
    <>
      <Button variant="outlined" size="small" sx={{ mt: 1.5 }} onClick={() => setAsked(true)}>
        Resume here
      </Button>
      {asked && (
        <ConfirmDialog
          title="Resume this upload here?"
          text="The other page stops sending. What has arrived is kept: select the original folder here, and only what is missing is sent."
          confirm="Resume here"
          busy={busy}
          onConfirm={() => void takeOver()}
          onCancel={() => setAsked(false)}
        />
      )}
    </>
  );
}
