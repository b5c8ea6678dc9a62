import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import Snackbar from "@mui/material/Snackbar";
import Typography from "@mui/material/Typography";
import { SNACKBAR_MS } from "@swath/contract/limits";
import { useMemo } from "react";
import type { ReactNode } from "react";
import { ArchiveActionsProvider } from "../../platform/archive-actions.tsx";
import { openResultTab } from "./result-tab.ts";
import { type Outcome, OUTCOME_TEXT, VALIDATING } from "./texts.ts";
import { type OpenTab, useArchiveValidation, type Validated } from "./use-archive-validation.ts";

const SEVERITY: Readonly<Record<Outcome, "success" | "error">> = {
  succeeded: "success",
  failed: "error",
  undecided: "error",
};

interface Props {
  readonly children: ReactNode;
  readonly openTab?: OpenTab;
}

/** Gives all that is drawn inside the way into archives, by their validation. */
export function ArchiveBrowsing({ children, openTab = openResultTab }: Props) {
  const { browse, cancel, dismiss, validating, validated } = useArchiveValidation(openTab);
  const actions = useMemo(
    () => ({ browse: (...of: Parameters<typeof browse>) => void browse(...of) }),
    [browse],
  );
  return (
    <ArchiveActionsProvider value={actions}>
      {children}
      <ValidatingDialog open={validating} onCancel={cancel} />
      {validated === undefined ? null : <OutcomeBar validated={validated} onClose={dismiss} />}
    </ArchiveActionsProvider>
  );
}

function ValidatingDialog({ open, onCancel }: { open: boolean; onCancel: () => void }) {
  return (
    <Dialog open={open} onClose={onCancel} aria-label={VALIDATING} transitionDuration={0}>
      <DialogContent sx={{ display: "flex", alignItems: "center", gap: 2 }}>
        <CircularProgress size={24} aria-hidden="true" />
        <Typography component="output">{VALIDATING}</Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
      </DialogActions>
    </Dialog>
  );
}

function OutcomeBar({ validated, onClose }: { validated: Validated; onClose: () => void }) {
  const { outcome, address } = validated;
  const link =
    address === undefined ? undefined : (
      <Button color="inherit" size="small" href={address} target="_blank" rel="noopener">
        Open explorer
      </Button>
    );
  return (
    <Snackbar
      open
      // The tab that was in front may just be closing.
      disableWindowBlurListener={false}
      autoHideDuration={SNACKBAR_MS}
      onClose={(_event, reason) => {
        if (reason !== "clickaway") onClose();
      }}
    >
      <Alert severity={SEVERITY[outcome]} variant="filled" action={link}>
        {OUTCOME_TEXT[outcome]}
      </Alert>
    </Snackbar>
  );
}
