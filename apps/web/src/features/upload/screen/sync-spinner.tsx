import CircularProgress from "@mui/material/CircularProgress";
import Dialog from "@mui/material/Dialog";
import DialogContent from "@mui/material/DialogContent";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";

/** Shorter waits are not worth a dialog. */
const PATIENCE_MS = 300;

/** Stands over the page while the server is asked, with what it is asked for. */
export function SyncSpinner({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Dialog open={open} aria-label={text} transitionDuration={0}>
      <DialogContent sx={{ display: "flex", alignItems: "center", gap: 2 }}>
        <CircularProgress size={24} aria-hidden="true" />
        <Typography component="output">{text}</Typography>
      </DialogContent>
    </Dialog>
  );
}
