import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import { useSyncExternalStore } from "react";
import { useReauthentication } from "../../platform/session/reauthentication-context.tsx";
import { openSignIn } from "../../platform/session/sign-in.ts";
import { useUnfinishedWork } from "../../platform/session/unfinished-work.ts";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";

/** Lies over a page whose last action takes a recent sign-in; the action goes on after it. */
export function ReauthenticationDialog({ name }: { name: string }) {
  const { getSnapshot, subscribe, cancel } = useReauthentication();
  const state = useSyncExternalStore(subscribe, getSnapshot);
  // The sign-in ends this page's session before it begins the next: in between nothing is lost.
  useUnfinishedWork(state.status === "waiting");
  if (state.status === "idle") return null;
  return (
    <ModalDialog
      title="Confirm that it is you"
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button variant="contained" onClick={() => openSignIn("someoneElse")}>
            Sign in as {name}
          </Button>
        </>
      }
    >
      <DialogContentText>
        This takes a sign-in of the last five minutes. Sign in as {name}: a small window opens, and
        what you started goes on by itself.
      </DialogContentText>
      {state.repeated ? (
        <DialogContentText role="alert" sx={{ mt: 2, color: "error.main" }}>
          The last sign-in did not suffice. If it keeps happening, the identity provider does not
          say when you signed in: ask your administrator.
        </DialogContentText>
      ) : null}
    </ModalDialog>
  );
}
