import type { KeyboardEvent } from "react";

/** Letters that are typed within this time belong to one word. */
const TYPING_MS = 500;

const itemsOf = (menu: HTMLElement): HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>("[role=menuitem]:not([aria-disabled=true])"),
];

const startsWith = (item: HTMLElement, typed: string): boolean =>
  (item.textContent ?? "").trim().toLowerCase().startsWith(typed);

const isOneKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** Takes the focus to the first entry that can be chosen, else to the menu itself. */
export function focusFirst(menu: HTMLElement): void {
  (itemsOf(menu)[0] ?? menu).focus({ preventScroll: true });
}

/**
 * The keys of a menu, as the WAI-ARIA authoring practices describe them: arrows walk round, Home and
 * End, letters that an entry begins with, Enter and Space choose, Tab and
 * Escape close.
 */
export function menuKeys(onClose: () => void): (event: KeyboardEvent<HTMLElement>) => void {
  let typed = "";
  let typedAt = 0;
  /** What was typed so far; one letter again and again walks through the entries that begin with it. */
  const type = (letter: string): string => {
    const now = performance.now();
    const word = now - typedAt > TYPING_MS ? letter : typed + letter;
    typed = word === letter.repeat(word.length) ? letter : word;
    typedAt = now;
    return typed;
  };
  const chosenBy = (event: KeyboardEvent, items: readonly HTMLElement[]) => {
    const at = items.indexOf(document.activeElement as HTMLElement);
    if (event.key === "ArrowDown") return items[(at + 1) % items.length];
    if (event.key === "ArrowUp") return items.at(at > 0 ? at - 1 : -1);
    if (event.key === "Home") return items[0];
    if (event.key === "End") return items.at(-1);
    if (!isOneKey(event)) return undefined;
    const word = type(event.key.toLowerCase());
    const from = word.length === 1 ? at + 1 : Math.max(0, at);
    return [...items.slice(from), ...items.slice(0, from)].find((item) => startsWith(item, word));
  };
  return (event) => {
    if (!isOneKey(event)) typed = "";
    const isChoice = event.key === "Enter" || event.key === " ";
    if (event.key === "Tab" || event.key === "Escape") {
      // A dialog below it stays.
      event.stopPropagation();
      onClose();
    } else if (isChoice && event.target instanceof HTMLElement) event.target.click();
    else {
      const next = chosenBy(event, itemsOf(event.currentTarget));
      if (next === undefined) return;
      next.focus();
    }
    event.preventDefault();
  };
}
