import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { Waiting } from "../feedback/waiting.tsx";

interface FilterLoadingProps {
  /** What a key that is pressed before the fields are there makes of the text typed so far. */
  readonly onEarly: (change: (text: string) => string) => void;
  /** In place of the notice that the fields are being loaded. */
  readonly children?: ReactNode;
}

/** The dialog until its fields can be shown, or in their place: nothing to clear or to search by. */
export function FilterLoading({ onEarly, children }: FilterLoadingProps) {
  const keep = useEffectEvent(({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
    if (ctrlKey || metaKey || altKey) return;
    if (key === "Backspace") onEarly((text) => text.slice(0, -1));
    if (key === "Enter") onEarly((text) => (text === "" ? "" : `${text}\n`));
    if (key.length === 1) onEarly((text) => text + key);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => keep(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
  return (
    <>
      <DialogContent dividers>
        {children ?? <Waiting text="Loading filter parameters..." shape="fields" />}
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
