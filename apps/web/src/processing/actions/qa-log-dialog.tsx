import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import { CONFIRMATIONS } from "@swath/contract/processing";
import { useRef } from "react";
import { useForm } from "react-hook-form";
import { useUnfinishedWork } from "../../platform/session/unfinished-work.ts";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";

const LONGEST = 4_000;

interface QALogDialogProps {
  /** Of the job, as in its menu. */
  readonly label: string;
  /** Which job it is. */
  readonly about: string;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onUpdate: (issue: { description: string; resolution: string }) => void;
  readonly onCancel: () => void;
}

/** Asks for what was found and how it was resolved; both must be said (document 3, section 5). */
export function QALogDialog({ label, about, busy, error, onUpdate, onCancel }: QALogDialogProps) {
  const { control, handleSubmit, formState } = useForm({
    defaultValues: { description: "", resolution: "" },
    mode: "onChange",
  });
  const first = useRef<HTMLElement>(null);
  useUnfinishedWork(formState.isDirty);
  return (
    <ModalDialog
      title={`QA Log: ${label}`}
      about={about}
      focusFirst={first}
      onClose={busy ? undefined : onCancel}
      onSubmit={() => void handleSubmit(onUpdate)()}
      contentSx={{ display: "grid", gap: 2 }}
      actions={
        <>
          <Button onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={busy} disabled={!formState.isValid}>
            UPDATE
          </Button>
        </>
      }
    >
      <DialogContentText>{CONFIRMATIONS.update}</DialogContentText>
      <TextInput
        control={control}
        inputRef={first}
        name="description"
        label="Issue Description"
        required
        lines={3}
        maxLength={LONGEST}
        sx={{ mt: 1 }}
      />
      <TextInput
        control={control}
        name="resolution"
        label="Issue Resolution"
        required
        lines={3}
        maxLength={LONGEST}
        sx={{}}
      />
      {error === undefined ? null : <Alert severity="error">{error}</Alert>}
    </ModalDialog>
  );
}
