import { dialogClasses } from "@mui/material/Dialog";
import type { MouseEvent } from "react";

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
