import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";

/** Which of many rows of one height are in sight; the ref is for the element that scrolls. */
export function useVisibleRows(count: number, rowHeight: number, overscan: number) {
  const frame = useRef<HTMLElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- read here and passed on as plain values, so that nothing stale is memoised
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan,
    // A head stays in sight above the rows.
    scrollPaddingEnd: rowHeight,
  });
  return {
    frame,
    /** Of all rows together, in pixels. */
    height: virtualizer.getTotalSize(),
    rows: virtualizer.getVirtualItems(),
    scrollTo: (row: number) => virtualizer.scrollToIndex(row),
  };
}
