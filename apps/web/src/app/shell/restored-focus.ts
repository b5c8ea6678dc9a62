import { useEffect, type RefObject } from "react";

/** No event tells that the focused element was removed, hidden or disabled. */
const CHECK_MS = 200;
/** A button that is disabled while its command runs is given this long to come back. */
const DISABLED_MS = 1_000;

/**
 * Keeps the keyboard's place where the focused element goes away: after a route change, behind a
 * dialog whose opener is disabled by then, on a button that is disabled while it works. Without it
 * focus falls to the body, and the next Tab begins at the top of the page.
 *
 * focus/F1 an element that was removed or hidden hands focus to the main part of the page;
 * focus/F2 one that is disabled gets it back when it is enabled within a second, else the same;
 * focus/F3 after a click beside everything nothing keeps focus;
 * focus/F4 under an open dialog nothing is done: the dialog keeps focus itself.
 */
export function useRestoredFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | null = null;
    let disabledAt: number | undefined;
    const remember = ({ target }: FocusEvent): void => {
      last = target as Element | null;
      disabledAt = undefined;
    };
    const check = (): void => {
      if (last === null || document.activeElement !== document.body) return;
      const gone = !last.isConnected || !last.checkVisibility();
      if (!gone && last.matches(":disabled")) {
        disabledAt ??= performance.now();
        if (performance.now() - disabledAt < DISABLED_MS) return;
      } else if (!gone) {
        // focus/F2 and focus/F3
        if (disabledAt !== undefined) (last as HTMLElement).focus({ preventScroll: true });
        disabledAt = undefined;
        return;
      }
      focusMain(main.current);
    };
    document.addEventListener("focusin", remember);
    const timer = setInterval(check, CHECK_MS);
    return () => {
      clearInterval(timer);
      document.removeEventListener("focusin", remember);
    };
  }, [main]);
}

/** focus/F4 */
function focusMain(main: HTMLElement | null): void {
  if (main?.closest("[aria-hidden=true], [inert]") === null) main.focus({ preventScroll: true });
}
