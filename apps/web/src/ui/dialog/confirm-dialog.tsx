import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import { useId } from "react";
import type { ReactNode } from "react";
import { ModalDialog } from "./modal-dialog.tsx";

interface ConfirmDialogProps {
  readonly title: string;
  /** What it is about, below the title. */
  readonly about?: string;
  /** The question. */
  readonly text: ReactNode;
  readonly confirm: string;
  readonly cancel?: string;
  readonly onConfirm: () => void;
  /** Escape too. */
  readonly onCancel: () => void;
  /** What is lost cannot be had back. */
  readonly destructive?: boolean;
  /** What is done can be taken back: Enter confirms. */
  readonly isReversible?: boolean;
  readonly busy?: boolean;
  readonly width?: "xs" | "sm";
  /** Why the confirmed act failed. */
  readonly error?: string | undefined;
}

/** A question with two answers; a harmless one has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, about, text, confirm, cancel = /* text */ "Cancel", onConfirm, onCancel } = props;
  const { destructive = false, isReversible = false, busy = false, width = "sm", error } = props;
  const textId = useId();
  return (
    <ModalDialog
      title={title}
      about={about}
      width={width}
      describedBy={textId}
      onClose={onCancel}
      actions={
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter does no harm */}
          <Button autoFocus={!isReversible} onClick={onCancel}>
            {cancel}
          </Button>
          <Button
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- nor does it here
            autoFocus={isReversible}
            variant="contained"
            color={destructive ? "error" : "primary"}
            loading={busy}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <DialogContentText id={textId}>{text}</DialogContentText>
      {error === undefined ? null : (
        <DialogContentText role="alert" color="error">
          {error}
        </DialogContentText>
      )}
    </ModalDialog>
  );
}
