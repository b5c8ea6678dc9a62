import HourglassTop from "@mui/icons-material/HourglassTop";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { plural } from "../format.ts";

interface Props {
  /** Jobs ahead of this one; undefined until the server answers. */
  readonly ahead: number | undefined;
  readonly onQuit: () => void;
}

/** Covers the page while the upload is queued; only quitting the queue closes it. */
export function QueuedOverlay({ ahead, onQuit }: Props) {
  const title = useId();
  return (
    <Dialog open aria-labelledby={title} maxWidth="sm" fullWidth>
      <DialogTitle id={title} sx={{ textAlign: "center", pt: 4 }}>
        <HourglassTop color="warning" sx={{ fontSize: 40, display: "block", mx: "auto", mb: 1 }} />
        UPLOAD QUEUED
      </DialogTitle>
      <DialogContent sx={{ textAlign: "center" }}>
        <Typography color="error" sx={{ fontSize: "1.15rem", fontWeight: 700, mb: 1 }}>
          DO NOT CLOSE BROWSER
        </Typography>
        <Typography component="output">
          {ahead === undefined ? "Requesting a place in the queue..." : aheadText(ahead)}
        </Typography>
      </DialogContent>
      <DialogActions sx={{ justifyContent: "center", pb: 3 }}>
        <Button variant="outlined" color="error" onClick={onQuit}>
          Quit the Queue
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** How many jobs are ahead, in words. */
function aheadText(ahead: number): string {
  return `${plural(ahead, "job")} ahead of this upload.`;
}
