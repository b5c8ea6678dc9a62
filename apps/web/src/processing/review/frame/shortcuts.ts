import { createContext, use, useEffect, useRef } from "react";

/** What a key does, by the key's name; undefined where it does nothing now. */
export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>;

/** Whether shortcuts are on: they can be turned off, for those whose software types letters. */
export const ShortcutsContext = createContext(true);

/** Marks the review's own part of the page. */
export const REVIEW_MARK = { "data-review": true } as const;

const TAKES_LETTERS =
  "input, textarea, select, [contenteditable=true], [role=menu], [role=listbox]";
const TAKES_ARROWS = "[role=slider], [role=tablist], [role=radiogroup], [data-scrolls=true]";

/** Whether a key pressed there is the review's: not where it is typed, nor below another dialog. */
function isOurs(target: Element, key: string): boolean {
  const review = document.querySelector("[data-review]");
  if (review === null || review.closest("[aria-hidden=true]") !== null) return false;
  if (target !== document.body && !review.contains(target)) return false;
  if (target.closest(TAKES_LETTERS) !== null) return false;
  return !key.startsWith("Arrow") || target.closest(TAKES_ARROWS) === null;
}

/** Does what a key stands for while a review is open and nothing lies above it. */
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
