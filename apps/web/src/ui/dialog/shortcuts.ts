import { styled } from "@mui/material/styles";
import { COARSE } from "../theme/theme.ts";
import { createContext, use, useEffect, useRef } from "react";

/** The act of each key by its name; undefined where it has none now. */
export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>;

/** Whether shortcuts are on. Dictation types letters, so that people can turn them off. */
export const ShortcutsContext = createContext(true);

/** Attributes of the element within which the shortcuts act. */
export const SHORTCUT_AREA = { "data-shortcuts": true } as const;

const TAKES_LETTERS =
  /* code */ "input, textarea, select, [contenteditable=true], [role=menu], [role=listbox]";
const TAKES_ARROWS = "[role=slider], [role=tablist], [role=radiogroup], [data-scrolls=true]";

/** Whether a key pressed there is a shortcut: the target takes no such key, and no other dialog lies above. */
function isOurs(target: Element, key: string): boolean {
  const area = document.querySelector("[data-shortcuts]");
  if (area === null || area.closest("[aria-hidden=true]") !== null) return false;
  if (target !== document.body && !area.contains(target)) return false;
  if (target.closest(TAKES_LETTERS) !== null) return false;
  return !key.startsWith("Arrow") || target.closest(TAKES_ARROWS) === null;
}

/** Acts on keys while the area of the shortcuts is open and nothing lies above it. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const on = use(ShortcutsContext);
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    if (!on) return undefined;
    const press = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey, repeat } = event;
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || repeat) return;
      const act = latest.current[key.length === 1 ? key.toLowerCase() : key];
      if (act === undefined || !(target instanceof Element) || !isOurs(target, key)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [on]);
}

/** The shortcut of the button beside it. */
export const KeyCap = styled("kbd")({
  display: "inline-block",
  minWidth: 18,
  padding: "0 4px",
  marginLeft: 6,
  border: "1px solid currentColor",
  borderRadius: 3,
  fontFamily: "inherit",
  fontSize: "0.72rem",
  lineHeight: "16px",
  textAlign: "center",
  // What is touched has no keys; a list of keys has them all the same.
  [COARSE]: { "&[aria-hidden=true]": { display: "none" } },
});
