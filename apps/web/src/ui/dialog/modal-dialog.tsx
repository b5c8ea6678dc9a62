import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import type { SxProps, Theme } from "@mui/material/styles";
import { type ReactNode, type RefObject, useId } from "react";
import { closedBy, keepFocus } from "./closed-by.ts";

interface ModalDialogProps {
  readonly title: ReactNode;
  /** What it is about, below the title. */
  readonly about?: ReactNode;
  readonly open?: boolean;
  /** Escape, and a click beside it; without it only its own buttons close the dialog. */
  readonly onClose?: (() => void) | undefined;
  readonly width?: "xs" | "sm" | "md" | "lg" | "xl";
  readonly actions?: ReactNode;
  /** Makes it a form: Enter and the button of type submit lead here. */
  readonly onSubmit?: (() => void) | undefined;
  /** What takes the focus when it opens. */
  readonly focusFirst?: RefObject<HTMLElement | null>;
  /** Id of the element that says what it is about, read out with the title. */
  readonly describedBy?: string;
  readonly contentSx?: SxProps<Theme>;
  readonly children: ReactNode;
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
        <form
          noValidate
          style={{ display: "contents" }}
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
