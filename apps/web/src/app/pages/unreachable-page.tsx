import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { FullPage } from "../../ui/page/full-page.tsx";

/** In place of the application while the server does not answer; it goes on by itself. */
export function UnreachablePage() {
  return (
    <FullPage title="The server cannot be reached">
      <Typography sx={{ mb: 2 }} role="alert">
        Please check your network. This page goes on by itself as soon as the server answers.
      </Typography>
      <Typography sx={{ mb: 4 }}>If it keeps happening, tell the Administrator.</Typography>
      <Button variant="contained" fullWidth onClick={() => location.reload()}>
        Reload
      </Button>
    </FullPage>
  );
}
