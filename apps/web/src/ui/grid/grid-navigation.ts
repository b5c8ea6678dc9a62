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
 *
 * grid/W1 arrows, Page Up and Down, Home and End move the active row and stop at the ends;
 * grid/W2 Enter opens the active row, the menu key or Shift+F10 its menu;
 * grid/W3 Backspace and Alt+arrow up lead up;
 * grid/W4 keys with Ctrl or Meta are the browser's;
 * grid/W5 Space chooses the active row or gives it up, where rows can be chosen; with Shift all rows
 *    from the one chosen last up to it.
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
export const TYPING_MS = 800;

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
