import HourglassTop from "@mui/icons-material/HourglassTop";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { plural } from "../../ui/format/count.ts";

interface Props {
  /** Jobs ahead of this one; undefined until the server answers. */
  readonly ahead: number | undefined;
  readonly onQuit: () => void;
  readonly onLeave: () => void;
}

/** Covers the page while the upload is queued; only quitting the queue closes it, but the page may be left. */
export function QueuedOverlay({ ahead, onQuit, onLeave }: Props) {
  return (
    <ModalDialog
      title={
        <Box component="span" sx={{ display: "block", textAlign: "center", pt: 2 }}>
          <HourglassTop
            color="warning"
            sx={{ fontSize: 40, display: "block", mx: "auto", mb: 1 }}
          />
          UPLOAD QUEUED
        </Box>
      }
      contentSx={{ textAlign: "center" }}
      actions={
        <Stack direction="row" sx={{ mx: "auto", mb: 2, gap: 1.5 }}>
          <Button onClick={onLeave}>Other flights</Button>
          <Button variant="outlined" color="error" onClick={onQuit}>
            Quit the Queue
          </Button>
        </Stack>
      }
    >
      <Typography color="error" sx={{ fontSize: "1.15rem", fontWeight: 700, mb: 1 }}>
        DO NOT CLOSE BROWSER
      </Typography>
      <Typography component="output">
        {ahead === undefined
          ? "Requesting a place in the queue..."
          : `${plural(ahead, "job")} ahead of this upload.`}
      </Typography>
      <Typography color="textSecondary">
        It starts by itself. Meanwhile you may choose the folders of other flights in this tab.
      </Typography>
    </ModalDialog>
  );
}
