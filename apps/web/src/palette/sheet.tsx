import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { ModalDialog } from "../ui/dialog/modal-dialog.tsx";
import { ScrollRegion } from "../ui/page/scroll-region.tsx";

export interface SheetProps {
  readonly onClose: () => void;
}

/** A dialog that only tells something, and scrolls where it is long. */
export function Sheet(
  props: SheetProps & { readonly title: string; readonly children: ReactNode },
) {
  const { title, onClose, children } = props;
  return (
    <ModalDialog
      title={title}
      width="md"
      onClose={onClose}
      contentSx={{ overflow: "hidden" }}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <ScrollRegion label={title} maxHeight="62vh">
        {children}
      </ScrollRegion>
    </ModalDialog>
  );
}
