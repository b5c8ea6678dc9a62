import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import DialogContentText from "@mui/material/DialogContentText";
import FormControlLabel from "@mui/material/FormControlLabel";
import { CONFIRMATIONS } from "@swath/contract/processing";
import { useId } from "react";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { Fetched } from "../../ui/feedback/loaded.tsx";
import type { JobChange } from "./job-request.ts";
import type { DialogOfChange } from "./mark-dialogs.tsx";
import { OrderFields } from "./order-fields.tsx";
import { ImpactSection, PreflightSection } from "./preflight-section.tsx";
import { useResubmission } from "./use-resubmission.ts";

interface ResubmitDialogProps extends DialogOfChange {
  readonly onConfirm: (change: JobChange) => void;
}

/** Confirms a resubmission (document 3, sections 2.2 and 8) and shows its impact and preflight. */
export function ResubmitDialog(props: ResubmitDialogProps) {
  const { title, about, change, busy, error, onConfirm, onCancel } = props;
  const resubmission = useResubmission(change);
  const { impact, preflight, choice, choose } = resubmission;
  const textId = useId();
  return (
    <ModalDialog
      title={title}
      about={about}
      width="md"
      describedBy={textId}
      onClose={busy ? undefined : onCancel}
      contentSx={{ display: "grid", gap: 2, alignContent: "start" }}
      actions={
        <Answers
          resubmission={resubmission}
          busy={busy}
          onConfirm={() => onConfirm(resubmission.confirmed())}
          onCancel={onCancel}
        />
      }
    >
      <DialogContentText id={textId}>{CONFIRMATIONS.resubmit}</DialogContentText>
      {error === undefined ? null : <Alert severity="error">{error}</Alert>}
      <Fetched
        query={impact}
        loading="Looking up what is overwritten..."
        failed="What is overwritten could not be looked up"
        severity="error"
      >
        {(data) => (
          <>
            {data.Refusal === null ? null : <Alert severity="error">{data.Refusal}</Alert>}
            <ImpactSection impact={data} />
          </>
        )}
      </Fetched>
      <Fetched
        query={preflight}
        loading="Looking up what it would find..."
        failed="What it would find could not be looked up"
        severity="warning"
      >
        {(data) => (
          <>
            <PreflightSection preflight={data} />
            {/* Documents up to version 3 are resubmitted as they are. */}
            {change.action === "resubmitJob" ? null : (
              <OrderFields preflight={data} choice={choice} onChange={choose} />
            )}
          </>
        )}
      </Fetched>
    </ModalDialog>
  );
}

interface AnswersProps extends Pick<DialogOfChange, "busy" | "onCancel"> {
  readonly resubmission: ReturnType<typeof useResubmission>;
  readonly onConfirm: () => void;
}

function Answers({ resubmission, busy, onConfirm, onCancel }: AnswersProps) {
  const { asksForTick, isTicked, mayTick, tick, maySend } = resubmission;
  return (
    <>
      {asksForTick ? (
        <FormControlLabel
          sx={{ mr: "auto" }}
          disabled={!mayTick}
          control={<Checkbox checked={isTicked} onChange={(_, on) => tick(on)} />}
          label="Submit nevertheless"
        />
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter does no harm */}
      <Button autoFocus onClick={onCancel} disabled={busy}>
        Cancel
      </Button>
      <Button
        variant="contained"
        color="error"
        loading={busy}
        disabled={!maySend}
        onClick={onConfirm}
      >
        Resubmit
      </Button>
    </>
  );
}
