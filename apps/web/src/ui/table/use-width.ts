import { type RefObject, useLayoutEffect } from "react";

/**
 * Reports the width of an element whenever it changes. The first one is worked out before anything else is drawn, or
 * with the first picture: the page then is laid out once.
 */
export function useWidth(
  element: RefObject<HTMLElement | null>,
  onWidth: (width: number) => void,
  first: "before" | "with" = "before",
): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    if (first === "before") onWidth(current.clientWidth);
    const observer = new ResizeObserver(() => onWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, onWidth, first]);
}
