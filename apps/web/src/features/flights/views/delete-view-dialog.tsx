import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import type { View } from "@swath/contract/flights";
import { useDeleteView, viewFault } from "./view-queries.ts";

/** Asks before a view is deleted. */
export function DeleteViewDialog({ view, onDone }: { view: View; onDone: () => void }) {
  const remove = useDeleteView(onDone);
  return (
    <Dialog open onClose={onDone} fullWidth maxWidth="xs" aria-labelledby="delete-view-title">
      <DialogTitle id="delete-view-title">Delete view</DialogTitle>
      <DialogContent>
        <DialogContentText>
          {view.shared
            ? `"${view.name}" will be gone for everyone.`
            : `"${view.name}" will be gone.`}
        </DialogContentText>
        {remove.error === null ? null : (
          <DialogContentText role="alert" color="error">
            {viewFault(remove.error)}
          </DialogContentText>
        )}
      </DialogContent>
      <DialogActions>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter does no harm */}
        <Button autoFocus onClick={onDone}>
          Cancel
        </Button>
        <Button
          variant="contained"
          color="error"
          loading={remove.isPending}
          onClick={() => remove.mutate(view)}
        >
          Delete
        </Button>
      </DialogActions>
    </Dialog>
  );
}
