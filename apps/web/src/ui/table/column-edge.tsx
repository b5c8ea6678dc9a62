import Box from "@mui/material/Box";
import { type PointerEvent, useRef } from "react";

interface ColumnEdgeProps {
  /** The width, in px, that the column has while its edge is dragged. */
  readonly onDrag: (width: number) => void;
  readonly onDrop: () => void;
  /** A double click. */
  readonly onReset: () => void;
}

/**
 * The right edge of a column's head, by which a pointer makes it wider. By keyboard the panel of the
 * columns does the same: a stop of Tab at each edge would part the page's head from its rows.
 */
export function ColumnEdge({ onDrag, onDrop, onReset }: ColumnEdgeProps) {
  const start = useRef<{ readonly x: number; readonly width: number }>(undefined);
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    const { currentTarget, clientX, button } = event;
    if (button !== 0) return;
    event.preventDefault();
    currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: clientX, width: currentTarget.parentElement?.offsetWidth ?? 0 };
  };
  const end = (): void => {
    start.current = undefined;
    onDrop();
  };
  return (
    <Box
      component="span"
      aria-hidden="true"
      title="Drag to make the column wider; double-click for all widths as they were"
      onPointerDown={onPointerDown}
      onPointerMove={({ clientX }) => {
        const from = start.current;
        if (from !== undefined) onDrag(from.width + clientX - from.x);
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={onReset}
      sx={EDGE}
    />
  );
}

/** Wider than what is drawn of it, so that it is found; within its own head, as the next one lies above it. */
const EDGE = {
  position: "absolute",
  zIndex: 1,
  top: 0,
  right: 0,
  bottom: 0,
  width: 10,
  cursor: "col-resize",
  touchAction: "none",
  "&::after": {
    content: '""',
    position: "absolute",
    top: "22%",
    bottom: "22%",
    right: 0,
    width: "1px",
    backgroundColor: "divider",
    transition: "background-color 120ms",
  },
  "&:hover::after, &:active::after": {
    top: 0,
    bottom: 0,
    width: "3px",
    backgroundColor: "primary.main",
  },
  // Nothing is right of the last one.
  "th:last-of-type > &:not(:hover)::after": { display: "none" },
} as const;
