import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { closedBy } from "./closed-by.ts";

interface WaitingDialogProps {
  readonly open: boolean;
  readonly text: string;
  /** Absent where there is no way out but the end. */
  readonly onCancel?: () => void;
}

/** Covers the page while something is under way. */
export function WaitingDialog({ open, text, onCancel }: WaitingDialogProps) {
  const textId = useId();
  return (
    <Dialog
      open={open}
      onClose={closedBy(onCancel)}
      aria-labelledby={textId}
      transitionDuration={0}
    >
      <DialogContent sx={{ display: "flex", alignItems: "center", gap: 2 }}>
        <CircularProgress size={24} aria-hidden="true" />
        <Typography component="output">
          <span id={textId}>{text}</span>
        </Typography>
      </DialogContent>
      {onCancel === undefined ? null : (
        <DialogActions>
          <Button onClick={onCancel}>Cancel</Button>
        </DialogActions>
      )}
    </Dialog>
  );
}
