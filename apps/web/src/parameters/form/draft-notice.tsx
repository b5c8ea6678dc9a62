import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { RestoredNotice } from "../../ui/form/restored-notice.tsx";
import type { EntriesDraft } from "./use-entries.ts";

interface DraftNoticeProps {
  readonly draft: EntriesDraft;
  /** Whether the record can still be edited. */
  readonly canFillIn: boolean;
}

/** What became of the entries that were typed before and not saved. */
export function DraftNotice({ draft, canFillIn }: DraftNoticeProps) {
  const { state, fillIn, discard } = draft;
  if (state === "none") return null;
  if (state === "restored") return <RestoredNotice onDiscard={discard} />;
  return (
    <Alert
      variant="outlined"
      severity="warning"
      action={
        <>
          {canFillIn ? (
            <Button color="inherit" size="small" onClick={fillIn}>
              Fill it in
            </Button>
          ) : null}
          <Button color="inherit" size="small" onClick={discard}>
            Discard it
          </Button>
        </>
      }
    >
      These parameters were changed since you had typed here. What you had typed is not filled in.
    </Alert>
  );
}
