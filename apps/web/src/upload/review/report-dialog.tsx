import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { ReportBody } from "../report/report-body.tsx";
import { SaveReportButton } from "../report/save-report-button.tsx";
import type { ValidatedFolder } from "../validation/folder-validator.ts";
import type { ReviewPlan } from "./review-plan.ts";

interface Props {
  readonly folder: ValidatedFolder;
  readonly plan: ReviewPlan;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** The results of the validation: the whole report, and a button to continue unless it blocks. */
export function ReportDialog({ folder, plan: { blocked, steps }, onConfirm, onCancel }: Props) {
  return (
    <ModalDialog
      title="File Validation Results"
      width="xl"
      onClose={onCancel}
      actions={
        <>
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
        </>
      }
    >
      <ReportBody view={folder.view} heading="h3" />
    </ModalDialog>
  );
}
