import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, type RefObject } from "react";

export interface VisibleRows {
  /** For the element that scrolls. */
  readonly frame: RefObject<HTMLElement | null>;
  /** Height of all rows together, in pixels. */
  readonly height: number;
  /** The rows in sight, and where each begins. */
  readonly rows: readonly { readonly index: number; readonly start: number }[];
}

/** Which of many rows of one height are in sight. */
export function useVisibleRows(count: number, rowHeight: number, overscan: number): VisibleRows {
  const frame = useRef<HTMLElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- read here and passed on as plain values, so that nothing stale is memoised
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan,
  });
  return { frame, height: virtualizer.getTotalSize(), rows: virtualizer.getVirtualItems() };
}
