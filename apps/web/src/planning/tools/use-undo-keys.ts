import { useEffect } from "react";
import type { Dispatch } from "../state/use-work.ts";

/** Whether a key is for a text that is being typed, which has an undo of its own. */
const isTyped = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest("input:not([type=checkbox], [type=radio]), textarea, [role=dialog]") !== null;

/** Ctrl+Z undoes, Ctrl+Shift+Z and Ctrl+Y redo, wherever the focus is on the page. */
export function useUndoKeys(dispatch: Dispatch): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { ctrlKey, metaKey, shiftKey, altKey } = event;
      if (!(ctrlKey || metaKey) || altKey || isTyped(event)) return;
      const key = event.key.toLowerCase();
      if (key !== "z" && !(key === "y" && !shiftKey)) return;
      event.preventDefault();
      dispatch({ type: key === "z" && !shiftKey ? "undo" : "redo" });
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [dispatch]);
}
