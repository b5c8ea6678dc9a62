/**
 * What closes a dialog: Escape, or a click beside it; not the second one of a double click, whose
 * first one has opened it.
 */
export const closedBy =
  (onClose: (() => void) | undefined) =>
  (event: object): void => {
    if (!("detail" in event && Number(event.detail) > 1)) onClose?.();
  };
