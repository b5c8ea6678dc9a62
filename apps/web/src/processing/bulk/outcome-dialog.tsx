import ContentCopy from "@mui/icons-material/ContentCopy";
import Undo from "@mui/icons-material/Undo";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { BULK_LABELS } from "@swath/contract/processing";
import { plural } from "../../ui/format/count.ts";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { useSnackbar } from "../../ui/snackbar/snackbar-context.ts";
import { type BulkPlan, type BulkResult, notDone } from "./bulk-plan.ts";
import { outcomeLine, outcomeText } from "./bulk-text.ts";
import { RefusedList } from "./refused-list.tsx";

interface OutcomeDialogProps {
  readonly plan: BulkPlan;
  readonly result: BulkResult;
  readonly list: "/ip" | "/iptm";
  /** Undefined where it cannot be taken back. */
  readonly onUndo: (() => void) | undefined;
  readonly onClose: () => void;
}

/** What became of many jobs: how many were done, and why the others were not. */
export function OutcomeDialog({ plan, result, list, onUndo, onClose }: OutcomeDialogProps) {
  const show = useSnackbar();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(outcomeText(plan, result));
      show({ severity: "success", text: "Copied what became of each job" });
    } catch {
      show({ severity: "warning", text: "The browser refused to copy" });
    }
  };
  return (
    <ModalDialog
      title={`${BULK_LABELS[plan.action]}: ${plan.what}`}
      onClose={onClose}
      contentSx={{ display: "grid", gap: 1.5 }}
      actions={
        <>
          <Button startIcon={<ContentCopy />} onClick={() => void copy()}>
            Copy as text
          </Button>
          {onUndo === undefined ? null : (
            <Button
              startIcon={<Undo />}
              onClick={() => {
                onClose();
                onUndo();
              }}
            >
              Undo
            </Button>
          )}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- what is read is above it */}
          <Button autoFocus variant="contained" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <Typography component="output" sx={{ fontSize: "1.15rem", fontWeight: 650 }}>
        {outcomeLine(result)}
      </Typography>
      <RefusedList refused={notDone(result.rows)} list={list} />
      {result.added === 0 ? null : (
        <Typography>
          {plural(result.added, "job")} found since the preview: left as{" "}
          {result.added === 1 ? "it is" : "they are"}.
        </Typography>
      )}
    </ModalDialog>
  );
}
