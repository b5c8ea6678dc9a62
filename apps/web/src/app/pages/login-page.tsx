import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useConfig } from "../../platform/config/config-context.tsx";
import { productTitle } from "../../platform/config/config.ts";
import { usePageTitle } from "../../platform/config/page-title.ts";
import { useSession } from "../../platform/session/session-context.tsx";
import { signInAddress } from "../../platform/session/sign-in.ts";
import { FullPage } from "../../ui/page/full-page.tsx";
import { AuthenticatingPage } from "./authenticating-page.tsx";
import { ChangedPersonPage } from "./changed-person-page.tsx";
import { UnreachablePage } from "./unreachable-page.tsx";
import type { SignInProblem } from "../search/login-search.ts";

/** The way in; who is signed in already goes on to where they came from. */
export function LoginPage() {
  const { returnTo = "/", problem } = useSearch({ from: "/login" });
  const session = useSession();
  if (session.status === "starting") return <AuthenticatingPage />;
  if (session.status === "unreachable") return <UnreachablePage />;
  if (session.status === "changed") return <ChangedPersonPage name={session.identity.name} />;
  if (session.status !== "signedOut") return <GoTo href={returnTo} />;
  return <SignIn returnTo={returnTo} problem={problem} />;
}

function GoTo({ href }: { href: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ href, replace: true }), [navigate, href]);
  return <AuthenticatingPage />;
}

const PROBLEMS: Readonly<Record<SignInProblem, string>> = {
  expired: "Signing in took too long, or was begun in another window. Please try again.",
  failed:
    "Signing in did not succeed. Please try again; if it keeps failing, ask your administrator.",
};

function SignIn({ returnTo, problem }: { returnTo: string; problem: SignInProblem | undefined }) {
  const config = useConfig();
  usePageTitle("Sign in");
  return (
    <FullPage title={productTitle(config)}>
      <Typography sx={{ mb: 4, color: "text.secondary" }}>
        Upload and manage survey flights
      </Typography>
      {problem === undefined ? null : (
        <Alert severity="warning" sx={{ mb: 3, textAlign: "left" }}>
          {PROBLEMS[problem]}
        </Alert>
      )}
      <Button
        onClick={() => location.assign(signInAddress(returnTo))}
        variant="contained"
        color="secondary"
        size="large"
        fullWidth
      >
        Sign in with {config.signInProvider}
      </Button>
    </FullPage>
  );
}
