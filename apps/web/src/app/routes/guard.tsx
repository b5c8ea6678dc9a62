import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import Typography from "@mui/material/Typography";
import Alert from "@mui/material/Alert";
import { useState, useSyncExternalStore } from "react";
import { Navigate, Outlet, useLocation } from "@tanstack/react-router";
import { may, safeReturn } from "@swath/contract/identity";
import { useReauthentication } from "../../platform/session/reauthentication.ts";
import { SIGN_OUT_ADDRESS, openSignIn, tellOfSignOut } from "../../platform/session/sign-in.ts";
import { useUnfinishedWork } from "../../platform/session/unfinished-work.ts";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { type Interruption, useSession } from "../../platform/session/session.ts";
import { usePageTitle } from "../../platform/config/config.ts";
import { FullPage } from "../../ui/page/full-page.tsx";
import { ArchiveBrowsing } from "../../archive/archive-browsing.tsx";
import { TabUploads } from "../../upload/tray/tab-uploads-provider.tsx";
import { AuthenticatingPage, ChangedPersonPage, UnreachablePage } from "../pages/other-pages.tsx";
import { Shell } from "../shell/shell.tsx";

/** Lies over a page whose last action takes a recent sign-in; the action goes on after it. */
function ReauthenticationDialog({ name }: { name: string }) {
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
        For this you must have signed in within the last five minutes. Sign in as {name} in the
        small window; what you started then continues.
      </DialogContentText>
      {state.repeated ? (
        <DialogContentText role="alert" sx={{ mt: 2, color: "error.main" }}>
          That sign-in was not recent enough. If this keeps happening, the identity provider does
          not report when you signed in: ask your administrator.
        </DialogContentText>
      ) : null}
    </ModalDialog>
  );
}

interface Props {
  readonly cause: Exclude<Interruption, "unreachable">;
  /** Of the person whose page this is. */
  readonly name: string;
}

/** Lies over a page with unfinished work whose session was lost; the page below waits. */
function InterruptionDialog({ cause, name }: Props) {
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
          ? "Your session has ended. Your unfinished work on this page is kept."
          : `Someone else has signed in in this browser. The unfinished work on this page belongs to ${name} and is kept.`}
      </DialogContentText>
      <DialogContentText>
        {`Sign in as ${name} in the small window. An upload continues on its own. Keep this page open.`}
      </DialogContentText>
    </ModalDialog>
  );
}

/** For a signed-in user without the group that opens the application. */
function NoAccessPage({ name }: { name: string }) {
  usePageTitle("Insufficient privileges");
  return (
    <FullPage title="Insufficient privileges to access.">
      <Typography sx={{ mb: 1 }}>
        Please contact your Team Leader to assign required privileges.
      </Typography>
      <Typography sx={{ mb: 4, color: "text.secondary" }}>Signed in as {name}</Typography>
      <Button href={SIGN_OUT_ADDRESS} onClick={tellOfSignOut} variant="outlined" fullWidth>
        Logout
      </Button>
    </FullPage>
  );
}

/** Says, above a page with unfinished work, why nothing goes on. */
function UnreachableNotice() {
  return (
    <Alert severity="warning" square role="alert">
      The server cannot be reached, so your sign-in could not be renewed. Your unfinished work on
      this page is kept, and an upload continues on its own. Keep this page open.
    </Alert>
  );
}

/**
 * Lets in who is signed in and holds the base group; others see why, or are sent to sign in. A page
 * whose session is interrupted stays as it is, below what says so.
 */
export function Guard() {
  const session = useSession();
  if (session.status === "starting") return <AuthenticatingPage />;
  if (session.status === "unreachable") return <UnreachablePage />;
  if (session.status === "signedOut") return <ToLogin />;
  const { identity } = session;
  if (session.status === "changed") return <ChangedPersonPage name={identity.name} />;
  if (!may(identity.roles, "signedIn")) return <NoAccessPage name={identity.name} />;
  const cause = session.status === "interrupted" ? session.cause : undefined;
  return (
    <TabUploads>
      <Shell notice={cause === "unreachable" ? <UnreachableNotice /> : null}>
        <ArchiveBrowsing>
          <Outlet />
        </ArchiveBrowsing>
        <ReauthenticationDialog name={identity.name} />
        {cause === "ended" || cause === "changed" ? (
          <InterruptionDialog cause={cause} name={identity.name} />
        ) : null}
      </Shell>
    </TabUploads>
  );
}

function ToLogin() {
  const href = useLocation({ select: (location) => location.href });
  // Where the user was when the guard stepped in; the location moves on under this very component.
  const [here] = useState(() => safeReturn(href));
  const search = here === "/" ? {} : { returnTo: here };
  // What would ask before it is left is no longer there to ask.
  return <Navigate to="/login" search={search} replace ignoreBlocker />;
}
