import Box from "@mui/material/Box";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";

const LINE_HEIGHT = 24;
const MAX_HEIGHT = 192;

interface Props {
  readonly names: readonly string[];
  readonly label: string;
}

/** File names as text, in a box that scrolls; only the lines in sight exist. */
export function NameList({ names, label }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: names.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    initialRect: { width: 400, height: MAX_HEIGHT },
    overscan: 4,
  });
  return (
    <Box
      ref={scroller}
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      tabIndex={0}
      sx={{
        maxHeight: MAX_HEIGHT,
        overflow: "auto",
        border: 1,
        borderColor: "divider",
        borderRadius: 1,
        fontFamily: "monospace",
        fontSize: 13,
      }}
    >
      <Box
        component="ul"
        sx={{ m: 0, p: 0, listStyle: "none", position: "relative" }}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <li
            key={index}
            aria-posinset={index + 1}
            aria-setsize={names.length}
            style={{ ...line, transform: `translateY(${start}px)` }}
          >
            {names[index]}
          </li>
        ))}
      </Box>
    </Box>
  );
}

const line = {
  position: "absolute",
  top: 0,
  left: 0,
  height: LINE_HEIGHT,
  lineHeight: `${LINE_HEIGHT}px`,
  padding: "0 10px",
  whiteSpace: "pre",
} as const;
