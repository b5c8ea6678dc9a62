import { type FocusEvent, type MouseEvent, useCallback, useMemo, useRef } from "react";

/** What a tooltip listens to at its button. */
export interface TipListeners {
  readonly onFocus?: (event: FocusEvent<HTMLButtonElement>) => void;
  readonly onBlur?: (event: FocusEvent<HTMLButtonElement>) => void;
  readonly onMouseOver?: (event: MouseEvent<HTMLButtonElement>) => void;
  readonly onMouseLeave?: (event: MouseEvent<HTMLButtonElement>) => void;
}

/**
 * Keeps a tooltip from opening when a menu closes: the button gets the focus back, and what faded out
 * no longer lies over it. It opens again once the pointer moves over the button, or both have left it.
 */
export function useQuietTip(tip: TipListeners) {
  const isQuiet = useRef(false);
  const { onFocus, onBlur, onMouseOver, onMouseLeave } = tip;
  const listeners = useMemo(() => {
    const end = (): void => {
      isQuiet.current = false;
    };
    return {
      onFocus: (event: FocusEvent<HTMLButtonElement>) => {
        if (!isQuiet.current) onFocus?.(event);
      },
      onBlur: (event: FocusEvent<HTMLButtonElement>) => {
        end();
        onBlur?.(event);
      },
      onMouseOver: (event: MouseEvent<HTMLButtonElement>) => {
        if (!isQuiet.current) onMouseOver?.(event);
      },
      // What the browser makes up where something else is below the pointer moves nothing.
      onMouseMove: (event: MouseEvent<HTMLButtonElement>) => {
        if (!isQuiet.current) return;
        end();
        onMouseOver?.(event);
      },
      onMouseLeave: (event: MouseEvent<HTMLButtonElement>) => {
        end();
        onMouseLeave?.(event);
      },
    };
  }, [onFocus, onBlur, onMouseOver, onMouseLeave]);
  const quieten = useCallback(() => {
    isQuiet.current = true;
  }, []);
  return { listeners, quieten };
}
