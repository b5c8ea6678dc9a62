import { Navigate } from "@tanstack/react-router";
import { useSession } from "../../platform/session/session-context.tsx";
import { SIGNED_IN_PAGE } from "../../platform/session/sign-in.ts";
import { AuthenticatingPage } from "../pages/authenticating-page.tsx";
import { SignedInPage } from "../pages/signed-in-page.tsx";
import { UnreachablePage } from "../pages/unreachable-page.tsx";

/** Where a sign-in in a window of its own ends; outside of the guard, which would draw the shell. */
export function SignedInRoute() {
  const session = useSession();
  if (session.status === "starting") return <AuthenticatingPage />;
  if (session.status === "unreachable") return <UnreachablePage />;
  if (session.status === "signedOut")
    return <Navigate to="/login" search={{ returnTo: SIGNED_IN_PAGE }} replace />;
  return <SignedInPage name={session.identity.name} />;
}
