import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import { Waiting } from "../../../ui/waiting.tsx";

/** The dialog until its fields can be shown: nothing to clear, nothing to search by. */
export function FiltersLoading() {
  return (
    <>
      <DialogContent dividers>
        <Waiting text="Loading filter parameters..." fill />
      </DialogContent>
      <DialogActions sx={{ px: 3, gap: 1 }}>
        <Button disabled>Clear All</Button>
        <Button variant="contained" disabled>
          Search
        </Button>
      </DialogActions>
    </>
  );
}
