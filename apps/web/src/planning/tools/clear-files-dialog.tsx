import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import type { Dispatch } from "../state/use-work.ts";

interface ClearFilesDialogProps {
  readonly dispatch: Dispatch;
  readonly onDone: () => void;
}

/** Asks before all loaded files go, with what is selected and associated. */
export function ClearFilesDialog({ dispatch, onDone }: ClearFilesDialogProps) {
  return (
    <ConfirmDialog
      title="Clear all loaded files?"
      width="xs"
      text="All files go from the map, with their selections and associations. Undo brings them back while this page is open."
      confirm="Clear all"
      destructive
      onConfirm={() => {
        dispatch({ type: "clearAll" });
        onDone();
      }}
      onCancel={onDone}
    />
  );
}
