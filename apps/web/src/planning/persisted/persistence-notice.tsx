import Alert from "@mui/material/Alert";
import { RestoredNotice } from "../../ui/form/restored-notice.tsx";
import type { Keeping } from "./use-persistence.ts";

interface PersistenceNoticeProps {
  readonly keeping: Keeping;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Whether the work is back, or is not kept. */
export function PersistenceNotice({ keeping, onDiscard, onClose }: PersistenceNoticeProps) {
  if (keeping === "restored")
    return (
      <RestoredNotice
        text="What you had loaded and associated here is restored."
        onDiscard={onDiscard}
        onClose={onClose}
      />
    );
  if (keeping === "elsewhere")
    return (
      <Alert variant="outlined" severity="warning">
        This map is open in another tab, which keeps its work. What you do here is gone with this
        page.
      </Alert>
    );
  if (keeping === "failed")
    return (
      <Alert variant="outlined" severity="warning">
        This browser keeps nothing, or has no space. What you do here is gone with this page.
      </Alert>
    );
  return null;
}
