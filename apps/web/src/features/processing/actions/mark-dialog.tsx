import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import { useQuery } from "@tanstack/react-query";
import { CONFIRMATIONS, MARK_REASON_LENGTH } from "@swath/contract/processing";
import { useRef } from "react";
import { useForm } from "react-hook-form";
import { settingsQuery } from "../../../data/settings-query.ts";
import { useApi } from "../../../platform/api/api-context.tsx";
import { useUnfinishedWork } from "../../../platform/session/unfinished-work.ts";
import { ModalDialog } from "../../../ui/dialog/modal-dialog.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";

interface MarkDialogProps {
  readonly title: string;
  /** Of the action, as in its menu. */
  readonly label: string;
  /** Which job it is. */
  readonly about: string;
  readonly busy: boolean;
  /** Why the confirmed mark was refused. */
  readonly error: string | undefined;
  /** With the reason; empty where there is none. */
  readonly onConfirm: (reason: string) => void;
  readonly onCancel: () => void;
}

/** Confirms a mark that is set by hand, and asks for its reason (document 3, section 8). */
export function MarkDialog({
  title,
  label,
  about,
  busy,
  error,
  onConfirm,
  onCancel,
}: MarkDialogProps) {
  const api = useApi();
  // Until the setting is known the server decides.
  const required = useQuery(settingsQuery(api)).data?.requireReason ?? false;
  const { control, handleSubmit, formState } = useForm({
    defaultValues: { reason: "" },
    mode: "onChange",
  });
  const first = useRef<HTMLElement>(null);
  useUnfinishedWork(formState.isDirty);
  return (
    <ModalDialog
      title={title}
      about={about}
      focusFirst={first}
      onClose={busy ? undefined : onCancel}
      onSubmit={() => void handleSubmit(({ reason }) => onConfirm(reason.trim()))()}
      contentSx={{ display: "grid", gap: 2 }}
      actions={
        <>
          <Button onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="contained"
            loading={busy}
            disabled={required && !formState.isValid}
          >
            Confirm
          </Button>
        </>
      }
    >
      <DialogContentText>{CONFIRMATIONS.update}</DialogContentText>
      <TextInput
        control={control}
        inputRef={first}
        name="reason"
        label={`Why: ${label}`}
        required={required}
        lines={2}
        maxLength={MARK_REASON_LENGTH}
        sx={{}}
      />
      {error === undefined ? null : <Alert severity="error">{error}</Alert>}
    </ModalDialog>
  );
}
