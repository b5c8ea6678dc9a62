import { CONFIRMATIONS, isApproval, isMark, JOB_ACTIONS } from "@swath/contract/processing";
import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { aboutJob } from "../jobs/about-job.ts";
import { ResubmitDialog } from "../resubmit/resubmit-dialog.tsx";
import { isResubmission, type JobChange } from "./job-request.ts";
import { ApprovalDialog } from "./approval-dialog.tsx";
import { MarkDialog } from "./mark-dialog.tsx";
import { QALogDialog } from "./qa-log-dialog.tsx";

interface ChangeDialogProps {
  readonly change: JobChange;
  readonly busy: boolean;
  /** Why the confirmed change failed. */
  readonly error: string | undefined;
  /** Bounds that it was refused for. */
  readonly missed: readonly string[] | undefined;
  readonly onConfirm: (change: JobChange) => void;
  readonly onCancel: () => void;
}

/** Whether a dialog comes before an action: a confirmation, the QA log, or the reason of a mark. */
export const isConfirmed = ({ action, job }: Pick<JobChange, "action" | "job">): boolean =>
  "confirm" in JOB_ACTIONS[action] || isMark(action, job.status);

/** The dialog that an action's row of the table calls for (document 3, sections 2.2 and 8). */
export function ChangeDialog(props: ChangeDialogProps) {
  const { change, busy, error, missed, onConfirm, onCancel } = props;
  const { job, action } = change;
  const about = aboutJob(change);
  if (action === "completeQAWithErrors")
    return (
      <QALogDialog
        change={change}
        label={job.label}
        about={about}
        busy={busy}
        error={error}
        onUpdate={(issue) => onConfirm({ ...change, issue })}
        onCancel={onCancel}
      />
    );
  if (isApproval(action))
    return (
      <ApprovalDialog
        change={change}
        title={titleOf(change)}
        about={about}
        label={JOB_ACTIONS[action].label}
        busy={busy}
        error={error}
        missed={missed}
        onConfirm={(reason) => onConfirm({ ...change, ...(reason === "" ? {} : { reason }) })}
        onCancel={onCancel}
      />
    );
  if (isMark(action, job.status))
    return (
      <MarkDialog
        change={change}
        title={titleOf(change)}
        about={about}
        label={JOB_ACTIONS[action].label}
        busy={busy}
        error={error}
        onConfirm={(reason) => onConfirm({ ...change, ...(reason === "" ? {} : { reason }) })}
        onCancel={onCancel}
      />
    );
  if (isResubmission(action))
    return (
      <ResubmitDialog
        title={titleOf(change)}
        change={change}
        busy={busy}
        error={error}
        onConfirm={onConfirm}
        onCancel={onCancel}
      />
    );
  const row = JOB_ACTIONS[action];
  return (
    <ConfirmDialog
      title={titleOf(change)}
      about={about}
      text={"confirm" in row ? CONFIRMATIONS[row.confirm] : null}
      confirm="Confirm"
      cancel={action === "cancelLMS" ? "Keep processing" : "Cancel"}
      destructive={action === "cancelLMS"}
      busy={busy}
      error={error}
      onConfirm={() => onConfirm(change)}
      onCancel={onCancel}
    />
  );
}

/** The dialog's name (document 3, section 2.2). */
function titleOf({ job, action }: JobChange): string {
  if (isResubmission(action))
    return job.area === "stage" ? `Resubmit Cluster ${job.label} Job` : "Resubmit Job";
  return action === "cancelLMS" ? "Cancel LMS" : "Update Status";
}

interface ExplainedDialogProps {
  readonly change: JobChange;
  readonly reason: string;
  readonly onClose: () => void;
}

/** Says only why an action cannot be done. */
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
