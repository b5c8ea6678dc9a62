import { type RefObject, useLayoutEffect } from "react";

/** Reports the width of an element whenever it changes. */
export function useWidth(
  element: RefObject<HTMLElement | null>,
  onWidth: (width: number) => void,
): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    onWidth(current.clientWidth);
    const observer = new ResizeObserver(() => onWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, onWidth]);
}
