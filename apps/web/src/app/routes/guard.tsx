import { Navigate, Outlet, useLocation } from "@tanstack/react-router";
import { may } from "@swath/contract/identity";
import { useState } from "react";
import { ArchiveBrowsing } from "../../features/archive/archive-browsing.tsx";
import { useSession } from "../../platform/session/session-context.tsx";
import { safeReturn } from "../../platform/session/sign-in.ts";
import { AuthenticatingPage } from "../pages/authenticating-page.tsx";
import { NoAccessPage } from "../pages/no-access-page.tsx";
import { Shell } from "../shell/shell.tsx";

/** Lets in who is signed in and holds the base group; others see why, or are sent to sign in. */
export function Guard() {
  const session = useSession();
  if (session.status === "starting") return <AuthenticatingPage />;
  if (session.status === "signedOut") return <ToLogin />;
  if (!may(session.identity.roles, "signedIn"))
    return <NoAccessPage name={session.identity.name} />;
  return (
    <Shell>
      <ArchiveBrowsing>
        <Outlet />
      </ArchiveBrowsing>
    </Shell>
  );
}

function ToLogin() {
  const href = useLocation({ select: (location) => location.href });
  // Where the user was when the guard stepped in; the location moves on under this very component.
  const [here] = useState(() => safeReturn(href));
  return <Navigate to="/login" search={here === "/" ? {} : { returnTo: here }} replace />;
}
