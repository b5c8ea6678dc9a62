import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useId } from "react";
import type { ValidatedFolder } from "../validation/folder-validator.ts";
import { ReportBody } from "../report/report-body.tsx";
import { SaveReportButton } from "../report/save-report-button.tsx";
import type { ReviewPlan } from "./review-plan.ts";

interface Props {
  readonly folder: ValidatedFolder;
  readonly plan: ReviewPlan;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** The results of the validation: the whole report, and a button to continue unless it blocks. */
export function ReportDialog({ folder, plan, onConfirm, onCancel }: Props) {
  const title = useId();
  const { blocked, steps } = plan;
  return (
    <Dialog open onClose={onCancel} aria-labelledby={title} maxWidth="xl" fullWidth>
      <DialogTitle id={title}>File Validation Results</DialogTitle>
      <DialogContent>
        <ReportBody view={folder.view} heading="h3" />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <SaveReportButton folder={folder} />
        <Box sx={{ flex: 1 }} />
        <Button onClick={onCancel} variant={blocked ? "contained" : "text"}>
          {blocked ? "Close" : "Cancel"}
        </Button>
        {!blocked && (
          <Button onClick={onConfirm} variant="contained">
            {steps.length === 0 ? "Upload" : "Continue"}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
