import CircularProgress from "@mui/material/CircularProgress";
import Dialog from "@mui/material/Dialog";
import DialogContent from "@mui/material/DialogContent";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";

/** A shorter wait shows no dialog. */
const DELAY_MS = 300;

/** Covers the page while a command is under way at the server. */
export function SyncSpinner({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), DELAY_MS);
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
