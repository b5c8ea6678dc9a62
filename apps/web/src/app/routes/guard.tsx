import { Navigate, Outlet, useLocation } from "@tanstack/react-router";
import { may, safeReturn } from "@swath/contract/identity";
import { useState } from "react";
import { ArchiveBrowsing } from "../../archive/archive-browsing.tsx";
import { TabUploads } from "../../upload/tray/tab-uploads.tsx";
import { useSession } from "../../platform/session/session-context.tsx";
import { AuthenticatingPage } from "../pages/authenticating-page.tsx";
import { ChangedPersonPage } from "../pages/changed-person-page.tsx";
import { NoAccessPage } from "../pages/no-access-page.tsx";
import { UnreachablePage } from "../pages/unreachable-page.tsx";
import { InterruptionDialog } from "../shell/interruption-dialog.tsx";
import { ReauthenticationDialog } from "../shell/reauthentication-dialog.tsx";
import { Shell } from "../shell/shell.tsx";
import { UnreachableNotice } from "../shell/unreachable-notice.tsx";

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
