import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import type { Interruption } from "../../platform/session/session.ts";
import { openSignIn } from "../../platform/session/sign-in.ts";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";

interface Props {
  readonly cause: Exclude<Interruption, "unreachable">;
  /** Of the person whose page this is. */
  readonly name: string;
}

/** Lies over a page with unfinished work whose session was lost; the page below waits. */
export function InterruptionDialog({ cause, name }: Props) {
  const ended = cause === "ended";
  const signIn = (): void => openSignIn(ended ? "anyone" : "someoneElse");
  return (
    <ModalDialog
      title={ended ? "You are no longer signed in" : "Someone else has signed in"}
      actions={
        <Button variant="contained" onClick={signIn}>
          {ended ? "Sign in" : `Sign in as ${name}`}
        </Button>
      }
    >
      <DialogContentText sx={{ mb: 2 }}>
        {ended
          ? "Your session has ended. What is unfinished on this page waits, and nothing of it is lost."
          : `Someone else has signed in in this browser. What is unfinished on this page is ${name}'s: it waits, and nothing of it is lost.`}
      </DialogContentText>
      <DialogContentText>
        {`Sign in as ${name}: a small window opens. An upload goes on by itself. Keep this page open.`}
      </DialogContentText>
    </ModalDialog>
  );
}
