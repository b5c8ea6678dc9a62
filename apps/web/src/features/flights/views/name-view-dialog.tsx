import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import TextField from "@mui/material/TextField";
import { type FlightFilters, type View, VIEW_NAME_LENGTH } from "@swath/contract/flights";
import { useState } from "react";
import type { FormEvent } from "react";
import { useKeepView, viewFault } from "./view-queries.ts";

interface NameViewDialogProps {
  /** The view to rename; undefined saves the filters as a new one. */
  readonly view: View | undefined;
  readonly filters: FlightFilters;
  readonly onDone: () => void;
}

/** Asks for the name of a view, and of a new one whether it is shared. */
export function NameViewDialog({ view, filters, onDone }: NameViewDialogProps) {
  const [name, setName] = useState(view?.name ?? "");
  const [shared, setShared] = useState(view?.shared ?? false);
  const keep = useKeepView(onDone);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    keep.mutate({ id: view?.id, name: name.trim(), shared, filters: view?.filters ?? filters });
  };
  return (
    <Dialog open onClose={onDone} fullWidth maxWidth="xs" aria-labelledby="name-view-title">
      <form onSubmit={submit}>
        <DialogTitle id="name-view-title">
          {view === undefined ? "Save view" : "Rename view"}
        </DialogTitle>
        <DialogContent>
          <TextField
            label="Name"
            fullWidth
            margin="dense"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing that is asked for
            autoFocus
            value={name}
            onChange={(event) => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: VIEW_NAME_LENGTH } }}
            error={keep.isError}
            helperText={keep.error === null ? " " : viewFault(keep.error)}
          />
          {view === undefined ? (
            <FormControlLabel
              control={
                <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)} />
              }
              label="Share with everyone who sees flights"
            />
          ) : null}
        </DialogContent>
        <DialogActions>
          <Button onClick={onDone}>Cancel</Button>
          <Button
            type="submit"
            variant="contained"
            disabled={name.trim() === ""}
            loading={keep.isPending}
          >
            {view === undefined ? "Save" : "Rename"}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
