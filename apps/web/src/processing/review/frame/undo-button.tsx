import Undo from "@mui/icons-material/Undo";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { KeyCap } from "./key-cap.tsx";
import { useShortcuts } from "./shortcuts.ts";

/** QA that was completed here, and what takes it back. */
export interface UndoneQA {
  /** Which job it was. */
  readonly of: string;
  readonly back: () => void;
}

/**
 * Takes back the QA that was completed last, by keyboard too: messages at the foot of the page lie
 * outside the review, and go.
 */
export function UndoButton({ of, back }: UndoneQA) {
  useShortcuts({ u: back });
  return (
    <Box component="output" sx={{ display: "flex", alignItems: "center", gap: 1, mt: 0.5 }}>
      {of}: QA completed
      <Button size="small" startIcon={<Undo />} onClick={back}>
        Undo<KeyCap aria-hidden="true">U</KeyCap>
      </Button>
    </Box>
  );
}
