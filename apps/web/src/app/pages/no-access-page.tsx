import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { usePageTitle } from "../../platform/config/page-title.ts";
import { SIGN_OUT_ADDRESS } from "../../platform/session/sign-in.ts";
import { tellOfSignOut } from "../../platform/session/tab-messages.ts";
import { FullPage } from "../../ui/page/full-page.tsx";

/** For a signed-in user without the group that opens the application. */
export function NoAccessPage({ name }: { name: string }) {
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
