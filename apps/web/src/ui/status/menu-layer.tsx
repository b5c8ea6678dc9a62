import { styled } from "@mui/material/styles";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from "react";
import { COARSE, fadeMs, TOUCH_PX } from "../theme/theme.ts";

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
function focusFirst(menu: HTMLElement): void {
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

/** Of a menu, to each edge of the window. */
const MARGIN_PX = 16;

interface MenuLayerProps {
  /** What the menu hangs from. */
  readonly anchor: Element;
  /** Else it fades out. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onFaded: () => void;
  /** The menu, one element. */
  readonly children: ReactNode;
}

/**
 * Lies over the page and takes the clicks beside its menu. A popover of the platform: MUI's hides all
 * that is beside it from assistive technology, lays the page out anew and renders itself several times,
 * which takes longer than a person waits on a slow machine (`npm run bench -- menus`).
 */
export function MenuLayer({ anchor, isOpen, onClose, onFaded, children }: MenuLayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  const faded = useRef(onFaded);
  useLayoutEffect(() => {
    faded.current = onFaded;
  }, [onFaded]);
  useLayoutEffect(() => {
    const { current } = layer;
    if (current === null) return undefined;
    return isOpen ? show(current, anchor) : hide(current, anchor, () => faded.current());
  }, [anchor, isOpen]);
  const closeBeside = ({ target, currentTarget }: MouseEvent): void => {
    if (target === currentTarget) onClose();
  };
  return (
    <Layer ref={layer} popover="manual" inert={!isOpen} onClick={closeBeside}>
      {children}
    </Layer>
  );
}

/** Shows the menu below what it hangs from, with the focus in it. */
function show(layer: HTMLElement, anchor: Element): () => void {
  const menu = layer.firstElementChild as HTMLElement;
  const stay = (): void => place(menu, anchor.getBoundingClientRect());
  if (!layer.matches(":popover-open")) layer.showPopover();
  stay();
  focusFirst(menu);
  // It can be read from its first frame on.
  layer.animate({ opacity: [0.25, 1] }, fadeMs());
  addEventListener("resize", stay);
  return () => removeEventListener("resize", stay);
}

const fit = (wanted: number, most: number): string =>
  `${Math.max(MARGIN_PX, Math.min(wanted, most - MARGIN_PX))}px`;

/** Below the anchor, or as far up and to the left as the window needs it. */
function place(menu: HTMLElement, { left, bottom }: DOMRect): void {
  const { offsetWidth, offsetHeight } = menu;
  menu.style.left = fit(left, innerWidth - offsetWidth);
  menu.style.top = fit(bottom, innerHeight - offsetHeight);
}

/** Gives the focus back and fades the menu out. */
function hide(layer: HTMLElement, anchor: Element, onFaded: () => void): () => void {
  if (anchor instanceof HTMLElement) anchor.focus({ preventScroll: true });
  const fading = layer.animate({ opacity: [1, 0] }, { duration: fadeMs(), fill: "forwards" });
  const timer = setTimeout(onFaded, fadeMs());
  return () => {
    clearTimeout(timer);
    fading.cancel();
  };
}

/** The menu and its entries by classes: a style of its own for each part takes its time. */
const Layer = styled("div")({
  position: "fixed",
  inset: 0,
  width: "auto",
  height: "auto",
  margin: 0,
  padding: 0,
  border: 0,
  overflow: "visible",
  color: "inherit",
  background: "none",
  "&[inert]": { pointerEvents: "none" },
  "& > [role=menu]": {
    position: "absolute",
    boxSizing: "border-box",
    maxWidth: `calc(100vw - ${2 * MARGIN_PX}px)`,
    maxHeight: `calc(100vh - ${2 * MARGIN_PX}px)`,
    padding: "8px 0",
    overflow: "auto",
    // Seen where the system sets the colours, which draws no shadow.
    outline: "1px solid transparent",
    borderRadius: 6,
    color: "var(--mui-palette-text-primary)",
    backgroundColor: "var(--mui-palette-background-paper)",
    backgroundImage: "var(--mui-overlays-8)",
    boxShadow: "var(--mui-shadows-8)",
    font: "var(--mui-font-body1)",
  },
  "& > .entries-dense": { font: "var(--mui-font-body2)" },
  "& .entry": {
    display: "flex",
    alignItems: "center",
    boxSizing: "border-box",
    minHeight: 36,
    padding: "6px 16px",
    whiteSpace: "nowrap",
    color: "inherit",
    textDecoration: "none",
    cursor: "pointer",
    "&:hover": { backgroundColor: "var(--mui-palette-action-hover)" },
    "&:focus-visible": { outlineOffset: -2, backgroundColor: "var(--mui-palette-action-focus)" },
  },
  "& .entries-dense .entry": { minHeight: 32, padding: "4px 16px" },
  [COARSE]: { "& .entry, & .entries-dense .entry": { minHeight: TOUCH_PX } },
  "& .entry-icon": {
    display: "inline-flex",
    minWidth: 30,
    color: "var(--mui-palette-text-secondary)",
  },
  "& .entries-dense .entry-icon svg": { fontSize: "1.25rem" },
  "& .entry-text": { display: "grid", minWidth: 0, flexGrow: 1 },
  "& .entry-detail": {
    margin: 0,
    fontSize: "0.78rem",
    color: "var(--mui-palette-text-secondary)",
    overflowWrap: "anywhere",
    whiteSpace: "normal",
  },
  "& .entry-code": { fontFamily: "monospace", fontSize: "0.74rem" },
  "& .entry.entry-inset": { paddingLeft: 40 },
  "& .entry-divider": {
    margin: "8px 0",
    border: 0,
    borderTop: "1px solid var(--mui-palette-divider)",
  },
  // Why an entry cannot be chosen is read as well as any other text.
  "& [aria-disabled=true]": {
    cursor: "default",
    "& .entry-icon, & .entry-label": { opacity: 0.5 },
  },
});
