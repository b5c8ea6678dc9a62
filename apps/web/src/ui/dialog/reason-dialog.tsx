import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useForm, useWatch } from "react-hook-form";
import { TextInput } from "../form/text-input.tsx";
import { ModalDialog } from "./modal-dialog.tsx";

interface ReasonDialogProps {
  readonly title: string;
  /** What it is about, below the title. */
  readonly about?: string;
  /** The question. */
  readonly text: ReactNode;
  /** Of the field. */
  readonly label: string;
  readonly required: boolean;
  /** Most characters of the reason. */
  readonly maxLength: number;
  readonly confirm?: string;
  readonly cancel?: string;
  /** What is lost cannot be had back. */
  readonly destructive?: boolean;
  readonly busy?: boolean;
  /** Why the confirmed act was refused. */
  readonly error?: string | undefined;
  /** The reason as it was typed before a reload. */
  readonly initial?: string;
  /** With the reason at each letter. */
  readonly onType?: (reason: string) => void;
  /** With the reason; empty where there is none. */
  readonly onConfirm: (reason: string) => void;
  readonly onCancel: () => void;
}

/** Confirms an act, and asks for its reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, about, text, label, required, maxLength, onConfirm, onCancel } = props;
  const {
    confirm = /* text */ "Confirm",
    cancel = /* text */ "Cancel",
    destructive = false,
    busy = false,
  } = props;
  const { control, handleSubmit, formState } = useForm({
    defaultValues: { reason: props.initial ?? "" },
    mode: "onChange",
  });
  const typed = useWatch({ control, name: "reason" });
  const first = useRef<HTMLElement>(null);
  const onType = useEffectEvent((reason: string) => props.onType?.(reason));
  useEffect(() => onType(typed), [typed]);
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
            {cancel}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={destructive ? "error" : "primary"}
            loading={busy}
            disabled={required && !formState.isValid}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <DialogContentText>{text}</DialogContentText>
      <TextInput
        control={control}
        inputRef={first}
        name="reason"
        label={label}
        required={required}
        lines={2}
        maxLength={maxLength}
        sx={{}}
      />
      {props.error === undefined ? null : <Alert severity="error">{props.error}</Alert>}
    </ModalDialog>
  );
}
