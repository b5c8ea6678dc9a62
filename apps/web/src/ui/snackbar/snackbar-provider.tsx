import Alert from "@mui/material/Alert";
import Snackbar from "@mui/material/Snackbar";
import { useCallback, useState } from "react";
import type { ReactNode } from "react";
import { SNACKBAR_MS, SnackbarContext, type SnackbarMessage } from "./snackbar-context.ts";

interface Shown extends SnackbarMessage {
  /** Tells one showing of a message from the next. */
  readonly serial: number;
}

/**
 * Gives all that is drawn inside one place for messages.
 *
 * snackbar/Q1 one message shows at a time, for 4 s;
 * snackbar/Q2 a newer one takes its place at once: it is about what was done last;
 * snackbar/Q3 a click elsewhere does not take it away, Escape does.
 */
export function SnackbarProvider({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<Shown>();
  const [closing, setClosing] = useState(false);
  const show = useCallback((message: SnackbarMessage): void => {
    setCurrent({ ...message, serial: (serial += 1) });
    setClosing(false);
  }, []);
  return (
    <SnackbarContext value={show}>
      {children}
      {current === undefined ? null : (
        <Snackbar
          key={current.serial}
          open={!closing}
          // Above the bar of what is selected.
          sx={{ bottom: { xs: 96, sm: 88 } }}
          autoHideDuration={SNACKBAR_MS}
          // Four seconds are four seconds, in a window that is left too.
          disableWindowBlurListener
          onClose={(_event, reason) => {
            if (reason !== "clickaway") setClosing(true);
          }}
          slotProps={{
            transition: {
              onExited: () => setCurrent((now) => (now === current ? undefined : now)),
            },
          }}
        >
          <Alert severity={current.severity} variant="filled" action={current.action}>
            {current.text}
          </Alert>
        </Snackbar>
      )}
    </SnackbarContext>
  );
}

let serial = 0;
