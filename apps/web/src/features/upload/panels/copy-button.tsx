import Check from "@mui/icons-material/Check";
import ContentCopy from "@mui/icons-material/ContentCopy";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { SNACKBAR_MS } from "@swath/contract/limits";
import { useEffect, useState } from "react";

type Outcome = "idle" | "copied" | "refused";

const TITLE: Readonly<Record<Outcome, string>> = {
  idle: "Copy",
  copied: "Copied",
  refused: "The browser refused to copy",
};

/** Copies a text; shows the outcome for 4 s. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [outcome, setOutcome] = useState<Outcome>("idle");
  useEffect(() => {
    if (outcome === "idle") return undefined;
    const timer = setTimeout(() => setOutcome("idle"), SNACKBAR_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("copied");
    } catch {
      setOutcome("refused");
    }
  };
  return (
    <Tooltip title={TITLE[outcome]}>
      <IconButton size="small" aria-label={label} onClick={() => void copy()}>
        {outcome === "copied" ? (
          <Check fontSize="small" color="success" />
        ) : (
          <ContentCopy fontSize="small" />
        )}
      </IconButton>
    </Tooltip>
  );
}
