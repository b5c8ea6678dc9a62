import SupportAgentOutlined from "@mui/icons-material/SupportAgentOutlined";
import Alert from "@mui/material/Alert";
import IconButton from "@mui/material/IconButton";
import Snackbar from "@mui/material/Snackbar";
import Tooltip from "@mui/material/Tooltip";
import { SNACKBAR_MS } from "@swath/contract/limits";
import { lazy, Suspense, useState } from "react";
import { EMPTY_DRAFT } from "./issue-draft.ts";
import type { Outcome } from "./issue-outcome.ts";

const SupportDialog = lazy(() =>
  import("./support-dialog.tsx").then((module) => ({ default: module.SupportDialog })),
);

/** Opens 'Submit Issue', and says afterwards how it went; what was not lodged is there when it opens again. */
export function SupportButton() {
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [outcome, setOutcome] = useState<Outcome>();
  const submitted = (result: Outcome | undefined): void => {
    setOpen(false);
    setOutcome(result);
    if (result?.severity === "success") setDraft(EMPTY_DRAFT);
  };
  const cancel = (): void => {
    setOpen(false);
    setDraft(EMPTY_DRAFT);
  };
  return (
    <>
      <Tooltip title="Submit Issue">
        <IconButton color="inherit" aria-label="Submit Issue" onClick={() => setOpen(true)}>
          <SupportAgentOutlined />
        </IconButton>
      </Tooltip>
      {open ? (
        <Suspense>
          <SupportDialog
            draft={draft}
            onDraft={setDraft}
            onSubmitted={submitted}
            onCancel={cancel}
          />
        </Suspense>
      ) : null}
      <Snackbar
        open={outcome !== undefined}
        autoHideDuration={SNACKBAR_MS}
        onClose={() => setOutcome(undefined)}
      >
        {outcome && (
          <Alert severity={outcome.severity} variant="filled">
            {outcome.text}
          </Alert>
        )}
      </Snackbar>
    </>
  );
}
