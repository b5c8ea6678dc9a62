import { CONFIRMATIONS, isApproval, isMark, JOB_ACTIONS } from "@swath/contract/processing";
import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { aboutJob } from "../records/processing-row.ts";
import { isResubmission, type JobChange } from "./job-request.ts";
import { ApprovalDialog, type DialogOfChange, MarkDialog, QALogDialog } from "./mark-dialogs.tsx";
import { ResubmitDialog } from "./resubmit-dialog.tsx";

interface ChangeDialogProps extends Omit<DialogOfChange, "title" | "about"> {
  /** Bounds that the server named when it refused. */
  readonly missed?: readonly string[] | undefined;
  readonly onConfirm: (change: JobChange) => void;
}

/** The dialog that an action's row of the table calls for (document 3, sections 2.2 and 8). */
export function ChangeDialog({ missed, onConfirm, ...rest }: ChangeDialogProps) {
  const { change } = rest;
  const { job, action } = change;
  const dialog = { ...rest, title: titleOf(change), about: aboutJob(change) };
  const confirm = (reason: string): void =>
    onConfirm(reason === "" ? change : { ...change, reason });
  if (action === "completeQAWithErrors")
    return (
      <QALogDialog
        {...dialog}
        title={`QA Log: ${job.label}`}
        onUpdate={(issue) => onConfirm({ ...change, issue })}
      />
    );
  if (isApproval(action)) return <ApprovalDialog {...dialog} missed={missed} onConfirm={confirm} />;
  if (isMark(action, job.status)) return <MarkDialog {...dialog} onConfirm={confirm} />;
  if (isResubmission(action)) return <ResubmitDialog {...dialog} onConfirm={onConfirm} />;
  const row = JOB_ACTIONS[action];
  return (
    <ConfirmDialog
      {...dialog}
      text={"confirm" in row ? CONFIRMATIONS[row.confirm] : null}
      confirm="Confirm"
      cancel={action === "cancelLMS" ? "Keep processing" : "Cancel"}
      destructive={action === "cancelLMS"}
      onConfirm={() => onConfirm(change)}
    />
  );
}

/** The dialog's name (document 3, section 2.2). */
function titleOf({ job, action }: JobChange): string {
  if (isResubmission(action))
    return job.area === "stage" ? `Resubmit Cluster ${job.label} Job` : "Resubmit Job";
  return action === "cancelLMS" ? "Cancel LMS" : "Update Status";
}

interface ExplainedDialogProps extends Pick<DialogOfChange, "change"> {
  readonly reason: string;
  readonly onClose: () => void;
}

/** Says why an action is impossible, and offers nothing else. */
export function ExplainedDialog({ change, reason, onClose }: ExplainedDialogProps) {
  return (
    <ModalDialog
      title={titleOf(change)}
      about={aboutJob(change)}
      onClose={onClose}
      actions={
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only way out
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <DialogContentText>{reason}</DialogContentText>
    </ModalDialog>
  );
}
