import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import type { ReactNode } from "react";
import { Waiting } from "../feedback/waiting.tsx";

/** The dialog until its fields can be shown, or in their place: nothing to clear or to search by. */
export function FilterLoading({ children }: { children?: ReactNode }) {
  return (
    <>
      <DialogContent dividers>
        {children ?? <Waiting text="Loading filter parameters..." fill />}
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
