import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import { CONFIRMATIONS } from "@swath/contract/processing";
import { useEffect, useEffectEvent, useRef } from "react";
import { useForm, useWatch } from "react-hook-form";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import type { JobChange } from "./job-request.ts";
import { useDialogDraft } from "./use-dialog-draft.ts";

const LONGEST = 4_000;

interface QALogDialogProps {
  readonly change: JobChange;
  readonly title: string;
  readonly about: string;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onUpdate: (issue: { description: string; resolution: string }) => void;
  readonly onCancel: () => void;
}

/** Asks for the issue and its resolution, both required (document 3, section 5). */
export function QALogDialog(props: QALogDialogProps) {
  const { change, title, about, busy, error, onUpdate, onCancel } = props;
  const draft = useDialogDraft(change, { description: "", resolution: "" });
  const { control, handleSubmit, formState } = useForm({
    defaultValues: draft.initial,
    mode: "onChange",
  });
  const [description, resolution] = useWatch({ control, name: ["description", "resolution"] });
  const onType = useEffectEvent(draft.onType);
  useEffect(() => onType({ description, resolution }), [description, resolution]);
  const first = useRef<HTMLElement>(null);
  return (
    <ModalDialog
      title={title}
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
