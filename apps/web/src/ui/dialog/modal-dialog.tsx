import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import Dialog, { dialogClasses } from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import type { SxProps, Theme } from "@mui/material/styles";
import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useId } from "react";

/**
 * What closes a dialog: Escape, or a click beside it; not the second one of a double click, whose
 * first one has opened it.
 */
export const closedBy =
  (onClose: (() => void) | undefined) =>
  (event: object): void => {
    if (!("detail" in event && Number(event.detail) > 1)) onClose?.();
  };

/** For a dialog's `onMouseDown`: a press beside it, as the second of a double click, takes no field's focus. */
export function keepFocus(event: MouseEvent): void {
  const { target } = event;
  if (target instanceof Element && target.classList.contains(dialogClasses.container))
    event.preventDefault();
}

interface WaitingDialogProps {
  readonly open: boolean;
  readonly text: string;
  /** Absent where there is no way out but the end. */
  readonly onCancel?: () => void;
}

/** Covers the page while something is under way. */
export function WaitingDialog({ open, text, onCancel }: WaitingDialogProps) {
  const textId = useId();
  return (
    <Dialog
      open={open}
      onClose={closedBy(onCancel)}
      aria-labelledby={textId}
      transitionDuration={0}
    >
      <DialogContent sx={{ display: "flex", alignItems: "center", gap: 2 }}>
        <CircularProgress size={24} aria-hidden="true" />
        <Typography component="output">
          <span id={textId}>{text}</span>
        </Typography>
      </DialogContent>
      {onCancel === undefined ? null : (
        <DialogActions>
          <Button onClick={onCancel}>Cancel</Button>
        </DialogActions>
      )}
    </Dialog>
  );
}

interface ModalDialogProps {
  readonly title: ReactNode;
  /** What it is about, below the title. */
  readonly about?: ReactNode;
  readonly open?: boolean;
  /** Escape, and a click beside it; without it only its own buttons close the dialog. */
  readonly onClose?: (() => void) | undefined;
  readonly width?: "xs" | "sm" | "md" | "lg" | "xl";
  readonly actions?: ReactNode;
  /** Makes it a form: Enter, Ctrl Enter and the button of type submit lead here. */
  readonly onSubmit?: (() => void) | undefined;
  /** What takes the focus when it opens. */
  readonly focusFirst?: RefObject<HTMLElement | null>;
  /** Id of the element that says what it is about, read out with the title. */
  readonly describedBy?: string;
  readonly contentSx?: SxProps<Theme>;
  readonly children: ReactNode;
}

/** In a text of several lines Enter begins another one: Ctrl Enter presses the form's button. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLButtonElement>("button[type=submit]")?.click();
}

/** A dialog with a title, content and a row of buttons. */
export function ModalDialog(props: ModalDialogProps) {
  const { title, about, open = true, onClose, width = "sm", actions, onSubmit, focusFirst } = props;
  const { contentSx = {}, children } = props;
  const titleId = useId();
  const body = (
    <>
      <DialogTitle id={titleId} sx={about === undefined ? {} : { pb: 0.5 }}>
        {title}
      </DialogTitle>
      {about === undefined ? null : (
        <Typography variant="body2" color="textSecondary" sx={{ px: 3 }}>
          {about}
        </Typography>
      )}
      <DialogContent sx={contentSx}>{children}</DialogContent>
      {actions === undefined ? null : (
        <DialogActions sx={{ px: 3, pb: 2, gap: 1 }}>{actions}</DialogActions>
      )}
    </>
  );
  return (
    <Dialog
      open={open}
      fullWidth
      maxWidth={width}
      aria-labelledby={titleId}
      aria-describedby={props.describedBy}
      slotProps={{ transition: { onEnter: () => focusFirst?.current?.focus() } }}
      onClose={closedBy(onClose)}
      onMouseDown={keepFocus}
    >
      {onSubmit === undefined ? (
        body
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields
        <form
          noValidate
          style={{ display: "contents" }}
          onKeyDown={submitByKey}
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {body}
        </form>
      )}
    </Dialog>
  );
}
