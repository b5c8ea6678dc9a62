import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import { keyOf, useRunningUploads } from "../engine/running-uploads.ts";
import { TrayRow } from "./tray-row.tsx";

/** The uploads of this tab that the page does not show, below every page. */
export function UploadTray() {
  const hidden = useRunningUploads().filter(({ isShown }) => !isShown);
  if (hidden.length === 0) return null;
  return (
    <Paper
      component="section"
      aria-label="Uploads of this tab"
      square
      elevation={6}
      sx={{
        position: "sticky",
        bottom: 0,
        left: 0,
        width: "100%",
        maxWidth: "100vw",
        maxHeight: "40vh",
        overflowY: "auto",
        px: 2.5,
        py: 1,
        zIndex: "appBar",
      }}
    >
      <Stack component="ul" sx={{ m: 0, p: 0, gap: 1, listStyle: "none" }}>
        {hidden.map((upload) => (
          <TrayRow key={`${keyOf(upload.job)} ${upload.hasEnded}`} upload={upload} />
        ))}
      </Stack>
    </Paper>
  );
}
