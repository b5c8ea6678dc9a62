import ContentCopy from "@mui/icons-material/ContentCopy";
import Alert from "@mui/material/Alert";
import IconButton from "@mui/material/IconButton";
import Snackbar from "@mui/material/Snackbar";
import { createContext, type ReactNode, use, useCallback, useState } from "react";
import { Tooltip } from "../text/tooltip.tsx";

/** How long each message shows (document 1, section 9). */
const SNACKBAR_MS = 4_000;

export interface SnackbarMessage {
  readonly severity: "success" | "info" | "warning" | "error";
  readonly text: ReactNode;
  readonly action?: ReactNode;
}

export type ShowSnackbar = (message: SnackbarMessage) => void;

const SnackbarContext = createContext<ShowSnackbar | undefined>(undefined);

/** Shows messages at the foot of the page, 4 s each; a newer one takes the place of the one before. */
export function useSnackbar(): ShowSnackbar {
  const show = use(SnackbarContext);
  if (show === undefined) throw new Error("useSnackbar outside of SnackbarProvider");
  return show;
}

/** Copies a link and says whether the browser let it. */
export function useCopyLink(): (link: string) => Promise<void> {
  const show = useSnackbar();
  return useCallback(
    async (link) => {
      const copied = await copyText(link);
      show({
        severity: copied ? "success" : "warning",
        text: (
          <>
            {copied ? "Copied " : "The browser refused to copy "}
            <code>{link}</code>
          </>
        ),
      });
    },
    [show],
  );
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

interface CopyButtonProps {
  readonly text: string;
  /** Names the button, as in 'Copy S3 link of this folder'. */
  readonly label: string;
  readonly tip?: string;
}

export function CopyButton({ text, label, tip = label }: CopyButtonProps) {
  const copy = useCopyLink();
  return (
    <Tooltip title={tip}>
      <IconButton size="small" aria-label={label} onClick={() => void copy(text)}>
        <ContentCopy fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

interface Shown extends SnackbarMessage {
  /** Tells one showing of a message from the next. */
  readonly serial: number;
}

/**
 * Gives all that is drawn inside one place for messages.
 * Rules web-ui/Q1 to Q3.
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
