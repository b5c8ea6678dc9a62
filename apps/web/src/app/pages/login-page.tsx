import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { SignInProblem } from "@swath/contract/identity";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useConfig, productTitle, usePageTitle } from "../../platform/config/config.ts";
import { useSession } from "../../platform/session/session.ts";
import { signInAddress } from "../../platform/session/sign-in.ts";
import { FullPage } from "../../ui/page/full-page.tsx";
import { AuthenticatingPage, ChangedPersonPage, UnreachablePage } from "./other-pages.tsx";
import type { SignInTrouble } from "../search/login-search.ts";

/** The way in; who is signed in already goes on to where they came from. */
export function LoginPage() {
  const { returnTo = "/", problem, ...facts } = useSearch({ from: "/login" });
  const session = useSession();
  if (session.status === "starting") return <AuthenticatingPage />;
  if (session.status === "unreachable") return <UnreachablePage />;
  if (session.status === "changed") return <ChangedPersonPage name={session.identity.name} />;
  const trouble = problem === undefined ? undefined : { problem, ...facts };
  const signedIn = session.status !== "signedOut";
  // Of an attempt that was left behind, who is signed in need not hear.
  if (signedIn && (problem === undefined || problem === "expired")) return <GoTo href={returnTo} />;
  return <SignIn returnTo={returnTo} trouble={trouble} signedIn={signedIn} />;
}

function GoTo({ href }: { href: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ href, replace: true }), [navigate, href]);
  return <AuthenticatingPage />;
}

const PROBLEMS: Readonly<Record<SignInProblem, string>> = {
  expired: "Signing in took too long, or was begun in another window. Please try again.",
  denied:
    "You were not signed in: it was cancelled, or your account may not use this application. Please try again, with another account if you have one, or ask your administrator.",
  away: "Signing in is not possible now: a service that it needs does not answer. Please try again in a few minutes.",
  busy: "Too many people signed in from your network within a minute. Please wait a minute, then try again.",
  failed:
    "Signing in did not succeed. Please try again; if it keeps failing, ask your administrator.",
};

/** What went wrong, and by what an administrator finds it in the log. */
function Trouble({ trouble: { problem, error, reference } }: { trouble: SignInTrouble }) {
  return (
    <Alert severity="warning" sx={{ mb: 3, textAlign: "left", overflowWrap: "anywhere" }}>
      {PROBLEMS[problem]}
      {error === undefined ? null : (
        <Typography variant="body2" sx={{ mt: 1 }}>
          The identity provider answered: <code>{error}</code>
        </Typography>
      )}
      {reference === undefined ? null : (
        <Typography variant="body2" sx={{ mt: 1 }}>
          Reference for your administrator: <code>{reference}</code>
        </Typography>
      )}
    </Alert>
  );
}

interface SignInProps {
  readonly returnTo: string;
  readonly trouble: SignInTrouble | undefined;
  /** Who is signed in although signing in again came to nothing. */
  readonly signedIn: boolean;
}

function SignIn({ returnTo, trouble, signedIn }: SignInProps) {
  const config = useConfig();
  usePageTitle("Sign in");
  const go = (as?: "someoneElse") => () => location.assign(signInAddress(returnTo, as));
  return (
    <FullPage title={productTitle(config)}>
      <Typography sx={{ mb: 4, color: "text.secondary" }}>
        Upload and manage survey flights
      </Typography>
      {trouble === undefined ? null : <Trouble trouble={trouble} />}
      <Stack spacing={2}>
        <Button onClick={go()} variant="contained" color="secondary" size="large" fullWidth>
          Sign in with {config.signInProvider}
        </Button>
        {trouble?.problem === "denied" ? (
          <Button onClick={go("someoneElse")} variant="outlined" fullWidth>
            Sign in with another account
          </Button>
        ) : null}
        {signedIn ? (
          <Button component={Link} to={returnTo} variant="outlined" fullWidth>
            Continue without signing in again
          </Button>
        ) : null}
      </Stack>
    </FullPage>
  );
}
