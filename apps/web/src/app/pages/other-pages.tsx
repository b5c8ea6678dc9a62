import ExploreOffOutlined from "@mui/icons-material/ExploreOffOutlined";
import LockOutlined from "@mui/icons-material/LockOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useLocation } from "@tanstack/react-router";
import { usePageTitle } from "../../platform/config/config.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { signInAddress } from "../../platform/session/sign-in.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Working } from "../../ui/feedback/waiting.tsx";
import { TextLink } from "../../ui/links.tsx";
import { FullPage } from "../../ui/page/full-page.tsx";

/** Shown while the session is missing or not ready. */
export function AuthenticatingPage() {
  usePageTitle("");
  return (
    <Box component="main" sx={{ minHeight: "100vh", display: "grid", placeItems: "center" }}>
      <Working text="Authenticating..." fill />
    </Box>
  );
}

/** For a page of a person in whose place someone else has signed in; nothing of it is shown. */
export function ChangedPersonPage({ name }: { name: string }) {
  usePageTitle("Someone else has signed in");
  const href = useLocation({ select: (location) => location.href });
  return (
    <FullPage title="Someone else has signed in">
      <Typography sx={{ mb: 4 }} role="alert">
        This page was opened by {name}. Since then someone else has signed in in this browser.
      </Typography>
      <Button
        variant="contained"
        fullWidth
        sx={{ mb: 1.5 }}
        // Loaded anew, it is the other person's page, with their name in the header.
        onClick={() => location.reload()}
      >
        Continue as the other person
      </Button>
      <Button variant="outlined" fullWidth href={signInAddress(href, "someoneElse")}>
        Sign in as {name}
      </Button>
    </FullPage>
  );
}

/** For users whose groups open no area of this release, or not the one at this address. */
export function NoAreaPage() {
  usePageTitle("No area");
  const processingOnly = useIdentity().roles.includes("processingOnly");
  const title = processingOnly
    ? "Your account is for processing only"
    : "This area is not open to you";
  return (
    <Notice level={1} Icon={LockOutlined} title={title}>
      {processingOnly
        ? "Flights and uploads are not open to the processing-only group. If you need to see or upload flights, please contact your Team Leader to assign required privileges."
        : "Please contact your Team Leader to assign required privileges."}
    </Notice>
  );
}

/** For an address that leads nowhere. */
export function NotFoundPage() {
  usePageTitle("Not found");
  return (
    <Notice level={1} Icon={ExploreOffOutlined} title="There is no page at this address">
      Check the address, or go to the <TextLink to="/">start page</TextLink>.
    </Notice>
  );
}

/** In place of the application while the server does not answer; it goes on by itself. */
export function UnreachablePage() {
  return (
    <FullPage title="The server cannot be reached">
      <Typography sx={{ mb: 2 }} role="alert">
        Please check your network. This page continues as soon as the server answers.
      </Typography>
      <Typography sx={{ mb: 4 }}>If it keeps happening, tell the Administrator.</Typography>
      <Button variant="contained" fullWidth onClick={() => location.reload()}>
        Reload
      </Button>
    </FullPage>
  );
}
