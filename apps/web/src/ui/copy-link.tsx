import Alert from "@mui/material/Alert";
import Snackbar from "@mui/material/Snackbar";
import { SNACKBAR_MS } from "@swath/contract/limits";
import { createContext, use, useCallback, useState } from "react";
import type { ReactNode } from "react";

const CopyLinkContext = createContext<(link: string) => Promise<void>>(() => Promise.resolve());

/** Copies a link and says for 4 s whether the browser let it. */
export function useCopyLink(): (link: string) => Promise<void> {
  return use(CopyLinkContext);
}

interface Outcome {
  readonly link: string;
  readonly copied: boolean;
}

/** Gives all that is drawn inside the way to copy links. */
export function CopyLinkProvider({ children }: { children: ReactNode }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [open, setOpen] = useState(false);
  const copy = useCallback(async (link: string): Promise<void> => {
    setOutcome({ link, copied: await copied(link) });
    setOpen(true);
  }, []);
  return (
    <CopyLinkContext value={copy}>
      {children}
      <Snackbar
        key={outcome?.link}
        open={open}
        autoHideDuration={SNACKBAR_MS}
        disableWindowBlurListener
        onClose={(_event, reason) => {
          if (reason !== "clickaway") setOpen(false);
        }}
      >
        <Alert severity={outcome?.copied === false ? "warning" : "success"} variant="filled">
          {outcome?.copied === false ? "The browser refused to copy " : "Copied "}
          <code>{outcome?.link}</code>
        </Alert>
      </Snackbar>
    </CopyLinkContext>
  );
}

async function copied(link: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch {
    return false;
  }
}
