import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useLocation } from "@tanstack/react-router";
import { usePageTitle } from "../../platform/config/page-title.ts";
import { signInAddress } from "../../platform/session/sign-in.ts";
import { FullPage } from "../../ui/page/full-page.tsx";

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
