import Typography from "@mui/material/Typography";
import { useEffect } from "react";
import { usePageTitle } from "../../platform/config/page-title.ts";
import { FullPage } from "../../ui/page/full-page.tsx";

/** The end of a sign-in in a window of its own: the page that waited for it goes on by itself. */
export function SignedInPage({ name }: { name: string }) {
  usePageTitle("Signed in");
  // The other tabs were told when the session began.
  useEffect(() => window.close(), []);
  return (
    <FullPage title="You are signed in">
      <Typography>
        Signed in as {name}. You may close this window; the page that you came from goes on by
        itself.
      </Typography>
    </FullPage>
  );
}
