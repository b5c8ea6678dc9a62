import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { useVisibleRows } from "../table/use-visible-rows.ts";

/**
 * Rules of parts that all screens share, which tests cite.
 *
 * A grid by keyboard:
 * web-ui/W1 arrows, Page Up and Down, Home and End move the active row and stop at the ends;
 * web-ui/W2 Enter opens the active row, the menu key or Shift+F10 its menu;
 * web-ui/W3 Backspace and Alt+arrow up lead up;
 * web-ui/W4 keys with Ctrl or Meta are the browser's;
 * web-ui/W5 Space chooses the active row or gives it up, where rows can be chosen; with Shift all
 *   rows from the one chosen last up to it.
 *
 * Messages at the foot of the page:
 * web-ui/Q1 one message shows at a time, for 4 s;
 * web-ui/Q2 a newer one takes its place at once: it is about what was done last;
 * web-ui/Q3 a click elsewhere does not take it away, Escape does.
 *
 * A visit to the filter dialog:
 * web-ui/V1 it begins with the filters of the address, focused on one of them;
 * web-ui/V2 a change becomes the address' after 1 s without another one, or when the dialog closes;
 * web-ui/V3 days that are at fault hold everything back;
 * web-ui/V4 an address that changes otherwise (back, a link) ends the visit;
 * web-ui/V5 what is typed before the fields are there is in the focused one when they are;
 * web-ui/V6 what is typed is added by Enter and when its field is left, so by Search too; what
 *   cannot be added stays in the field with the reason, and Search leads there.
 *
 * The keyboard's place on a page:
 * web-ui/F1 an element that was removed or hidden hands focus to the main part of the page;
 * web-ui/F2 one that is disabled gets it back when it is enabled within a second, else the same;
 * web-ui/F3 after a click beside everything nothing keeps focus;
 * web-ui/F4 under an open dialog nothing is done: the dialog keeps focus itself.
 */

/** Keeps the active row in sight where it was and the frame becomes lower, as by a message above it. */
function useStaysInSight(
  frame: RefObject<HTMLElement | null>,
  { active, rowHeight }: { readonly active: number; readonly rowHeight: number },
  scrollTo: (row: number) => void,
): void {
  const lower = useEffectEvent((top: number, heightBefore: number) => {
    const start = active * rowHeight;
    const wasInSight = start + rowHeight > top && start + rowHeight < top + heightBefore;
    if (wasInSight) scrollTo(active);
  });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      if (element.clientHeight < height) lower(element.scrollTop, height);
      height = element.clientHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
}

export interface GridActions<Row> {
  /** Enter. */
  readonly onOpen: (row: Row, anchor: Element) => void;
  /** A click that no control of the row took. */
  readonly onPick?: (row: Row) => void;
  readonly onMenu?: (row: Row, anchor: Element) => void;
  readonly onUp?: (() => void) | undefined;
  /** Space, of rows that can be chosen; `isRange` with Shift. */
  readonly onToggle?: ((row: Row, isRange: boolean) => void) | undefined;
}

interface GridNavigationOptions<Row> extends GridActions<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  readonly startAt?: string | undefined;
  /** Another value of it makes the row of that key active and brings it into sight. */
  readonly goTo?: { readonly key: string } | undefined;
  /** In pixels. */
  readonly rowHeight: number;
}

const OVERSCAN = 10;

/** Letters typed one after another; a pause begins a new name. Answers what is typed with this key. */
function useTyped(): (pressed: Pressed & { timeStamp: number }) => string | undefined {
  const typed = useRef({ text: "", at: 0 });
  return (pressed) => {
    const { timeStamp: at } = pressed;
    const before = at - typed.current.at < TYPING_MS ? typed.current.text : "";
    if (!isTyping(pressed, before)) return undefined;
    typed.current = { text: before + pressed.key, at };
    return typed.current.text;
  };
}

/**
 * Takes the focus where only the page or a part of it around the grid has it: the rows that had it
 * were replaced by these.
 */
function useFocusInPlace(grid: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement?.contains(grid.current) === true)
      grid.current?.focus({ preventScroll: true });
  }, [grid]);
}

/** Which row is active, which are in sight, and how another becomes it. */
function useRows<Row>({ rows, keyOf, startAt, goTo, rowHeight }: GridNavigationOptions<Row>) {
  const [active, setActive] = useState(() =>
    Math.max(0, startAt === undefined ? 0 : rows.findIndex((row) => keyOf(row) === startAt)),
  );
  const { frame, rows: visible, scrollTo } = useVisibleRows(rows.length, rowHeight, OVERSCAN);
  useEffect(() => {
    if (active > 0) scrollTo(active);
    // Once, for the row it starts at.
    // oxlint-disable-next-line react/exhaustive-deps -- later moves scroll by themselves
  }, []);
  useStaysInSight(frame, { active, rowHeight }, scrollTo);
  const move = (to: number): void => {
    setActive(to);
    scrollTo(to);
  };
  useEffect(() => {
    const to = goTo === undefined ? -1 : rows.findIndex((row) => keyOf(row) === goTo.key);
    if (to >= 0) move(to);
    // oxlint-disable-next-line react/exhaustive-deps -- only when it is told anew, not when rows change
  }, [goTo]);
  /** Rows in sight at once. */
  const page = (): number =>
    Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / rowHeight) - 1);
  return { frame, active, setActive, move, page, visible };
}

/** The state of a walked grid, and what keys and clicks do to it. */
export function useGridNavigation<Row>(options: GridNavigationOptions<Row>) {
  const { rows, nameOf, onOpen, onPick, onMenu, onUp, onToggle } = options;
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  const { frame, active, setActive, move, page, visible } = useRows(options);
  const names = useMemo(() => rows.map(nameOf), [rows, nameOf]);
  const type = useTyped();
  useFocusInPlace(grid);
  const idOf = (index: number): string => `${id}-${index}`;
  const rowElement = (index: number): Element =>
    document.getElementById(idOf(index)) ?? grid.current!;
  const act = (what: "open" | "menu" | "up" | "toggle" | "range"): void => {
    const row = rows[active];
    if (what === "up") onUp?.();
    else if (row !== undefined && (what === "toggle" || what === "range"))
      onToggle?.(row, what === "range");
    else if (row !== undefined && what === "open") onOpen(row, rowElement(active));
    else if (row !== undefined) onMenu?.(row, rowElement(active));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    const selectable = onToggle !== undefined;
    const step = stepOf(event, { active, count: rows.length, page: page(), selectable });
    const typed = step === undefined ? type(event) : undefined;
    if (step === undefined && typed === undefined) return;
    event.preventDefault();
    if (step !== undefined && "act" in step) return act(step.act);
    const to = step?.to ?? findTyped(names, active, typed ?? "");
    if (to !== undefined) move(to);
  };
  const onClick = (event: MouseEvent): void => {
    const index = rowOf(event);
    const row = rows[index];
    if (row === undefined) return;
    setActive(index);
    const target = event.target as Element;
    const isControl = target.closest("a, button, input") !== null;
    // A row that was chosen by its checkbox is walked on from.
    if (target.closest("input") !== null) grid.current?.focus({ preventScroll: true });
    if (!isControl) onPick?.(row);
  };
  const onContextMenu = (event: MouseEvent): void => {
    const index = rowOf(event);
    const row = rows[index];
    if (row === undefined || onMenu === undefined) return;
    event.preventDefault();
    setActive(index);
    onMenu(row, rowElement(index));
  };
  const isDrawn = visible.some(({ index }) => index === active);
  const activeId = isDrawn ? idOf(active) : undefined;
  return { frame, grid, active, activeId, visible, idOf, onKeyDown, onClick, onContextMenu };
}

/** The row that an event came from: the head is row 1 of the grid, the first of the rows row 2. */
function rowOf({ target }: MouseEvent): number {
  return Number((target as Element).closest("tr")?.ariaRowIndex ?? 0) - 2;
}

/** What a key does to a grid of rows; undefined for a key that is not its own. */
export type Step =
  | { readonly to: number }
  | { readonly act: "open" | "menu" | "up" | "toggle" | "range" }
  | undefined;

export interface Pressed {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

export interface Standing {
  /** The active row. */
  readonly active: number;
  readonly count: number;
  /** Rows in sight at once. */
  readonly page: number;
  /** Whether rows can be chosen. */
  readonly selectable?: boolean;
}

/**
 * Walking a grid by keyboard.
 * Rules web-ui/W1 to W5.
 */
export function stepOf(pressed: Pressed, { active, count, page, selectable }: Standing): Step {
  if (pressed.ctrlKey || pressed.metaKey) return undefined;
  if (pressed.altKey) return pressed.key === "ArrowUp" ? { act: "up" } : undefined;
  if (pressed.key === "Backspace") return { act: "up" };
  if (count === 0) return undefined;
  if (pressed.key === "Enter") return { act: "open" };
  if (pressed.key === " " && selectable === true)
    return { act: pressed.shiftKey ? "range" : "toggle" };
  if (pressed.key === "ContextMenu" || (pressed.key === "F10" && pressed.shiftKey))
    return { act: "menu" };
  const targets: Readonly<Record<string, number>> = {
    ArrowUp: active - 1,
    ArrowDown: active + 1,
    PageUp: active - page,
    PageDown: active + page,
    Home: 0,
    End: count - 1,
  };
  const to = targets[pressed.key];
  return to === undefined ? undefined : { to: Math.min(Math.max(0, to), count - 1) };
}

/** Letters typed so soon after one another belong to one name. */
const TYPING_MS = 800;

/** Whether a key adds to a name that is being typed; a space does not begin one. */
export function isTyping({ key, altKey, ctrlKey, metaKey }: Pressed, typed: string): boolean {
  if (altKey || ctrlKey || metaKey || Array.from(key).length !== 1) return false;
  return key !== " " || typed !== "";
}

/**
 * The next row whose name begins with what was typed, in any case: from the active row on, and for a
 * single letter after it, so that typing it again goes on. Undefined where there is none.
 */
export function findTyped(
  names: readonly string[],
  active: number,
  typed: string,
): number | undefined {
  const wanted = typed.toLowerCase();
  const first = active + (Array.from(typed).length === 1 ? 1 : 0);
  for (let i = 0; i < names.length; i++) {
    const at = (first + i) % names.length;
    if (names[at]!.toLowerCase().startsWith(wanted)) return at;
  }
  return undefined;
}
