import type { View } from "@swath/contract/flights";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { useDeleteView, viewFault } from "./view-queries.ts";

/** Asks before a view is deleted. */
export function DeleteViewDialog({ view, onDone }: { view: View; onDone: () => void }) {
  const remove = useDeleteView(onDone);
  return (
    <ConfirmDialog
      title="Delete view"
      width="xs"
      confirm="Delete"
      destructive
      busy={remove.isPending}
      error={remove.error === null ? undefined : viewFault(remove.error)}
      onConfirm={() => remove.mutate(view)}
      onCancel={onDone}
    >
      {view.shared ? `"${view.name}" will be gone for everyone.` : `"${view.name}" will be gone.`}
    </ConfirmDialog>
  );
}
