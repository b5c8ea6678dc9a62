import Alert from "@mui/material/Alert";
import Snackbar from "@mui/material/Snackbar";
import { useCallback, useState } from "react";
import type { ReactNode } from "react";
import { SNACKBAR_MS, SnackbarContext, type SnackbarMessage } from "./snackbar-context.ts";

interface Queued extends SnackbarMessage {
  /** Tells one showing of a message from the next. */
  readonly serial: number;
}

const keyOf = ({ key, text }: SnackbarMessage): unknown => key ?? text;

/**
 * Gives all that is drawn inside one queue of messages.
 *
 * snackbar/Q1 one message shows at a time, for 4 s; the next follows when it has gone;
 * snackbar/Q2 a message that shows or waits already is not queued again: the one that shows begins anew;
 * snackbar/Q3 a click elsewhere does not take it away, Escape does.
 */
export function SnackbarProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<readonly Queued[]>([]);
  const [closing, setClosing] = useState(false);
  const show = useCallback((message: SnackbarMessage): void => {
    setQueue((before) => enqueue(before, message));
    setClosing(false);
  }, []);
  const [current] = queue;
  return (
    <SnackbarContext value={show}>
      {children}
      {current === undefined ? null : (
        <Snackbar
          key={current.serial}
          open={!closing}
          autoHideDuration={SNACKBAR_MS}
          // Four seconds are four seconds, in a window that is left too.
          disableWindowBlurListener
          onClose={(_event, reason) => {
            if (reason !== "clickaway") setClosing(true);
          }}
          slotProps={{
            transition: {
              onExited: () => {
                setQueue((before) => before.slice(1));
                setClosing(false);
              },
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

function enqueue(queue: readonly Queued[], message: SnackbarMessage): readonly Queued[] {
  const queued = { ...message, serial: (serial += 1) };
  const at = queue.findIndex((each) => keyOf(each) === keyOf(message));
  if (at === 0) return [queued, ...queue.slice(1)];
  return at > 0 ? queue : [...queue, queued];
}
