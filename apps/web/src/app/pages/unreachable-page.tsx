import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { FullPage } from "../../ui/page/full-page.tsx";
import { Look } from "../../ui/look/look.tsx";

/** In place of the application when the server does not give its configuration. */
export function UnreachablePage() {
  return (
    <Look>
      <FullPage title="The server cannot be reached">
        <Typography sx={{ mb: 4 }}>
          Please check your network, then reload. If it keeps happening, tell the Administrator.
        </Typography>
        <Button variant="contained" fullWidth onClick={() => location.reload()}>
          Reload
        </Button>
      </FullPage>
    </Look>
  );
}
