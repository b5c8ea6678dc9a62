import SupportAgentOutlined from "@mui/icons-material/SupportAgentOutlined";
import IconButton from "@mui/material/IconButton";
import { useState } from "react";
import { Tooltip } from "../ui/text/tooltip.tsx";
import { useSnackbar, type SnackbarMessage } from "../ui/feedback/snackbar.tsx";
import { EMPTY_DRAFT, type IssueDraft } from "./issue-draft.ts";
import { lazyPart } from "../ui/load-part.ts";

const SupportDialog = lazyPart(() => import("./support-dialog.tsx"), "SupportDialog");

/** Opens 'Submit Issue', and says afterwards how it went; what was not lodged is there when it opens again. */
export function SupportButton() {
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const show = useSnackbar();
  const close = (kept: IssueDraft): void => {
    setOpen(false);
    setDraft(kept);
  };
  const submitted = (issue: IssueDraft, outcome: SnackbarMessage | undefined): void => {
    close(outcome?.severity === "success" ? EMPTY_DRAFT : issue);
    if (outcome !== undefined) show(outcome);
  };
  return (
    <>
      <Tooltip title="Submit Issue">
        <IconButton
          color="inherit"
          aria-label="Submit Issue"
          {...SupportDialog.ahead}
          onClick={() => setOpen(true)}
        >
          <SupportAgentOutlined />
        </IconButton>
      </Tooltip>
      {open ? (
        <SupportDialog draft={draft} onSubmitted={submitted} onCancel={() => close(EMPTY_DRAFT)} />
      ) : null}
    </>
  );
}
