import Box from "@mui/material/Box";
import type { ComponentProps, PointerEvent, ReactNode, RefObject } from "react";

/** A pointer that moved less has clicked. */
const CLICK_PX = 4;

/** Whether a pointer is still where it was pressed. */
export const isClick = (
  pressed: readonly [number, number] | undefined,
  { clientX, clientY }: PointerEvent<HTMLElement>,
): boolean =>
  pressed !== undefined && Math.hypot(clientX - pressed[0], clientY - pressed[1]) < CLICK_PX;

interface CanvasHostProps extends Omit<ComponentProps<"div">, "ref" | "role" | "color"> {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly label: string;
  readonly cursor?: string;
  readonly pressedCursor?: string;
  readonly children?: ReactNode;
}

/** What canvases fill one upon the other: pointers, fingers and keys move it. */
export function CanvasHost(props: CanvasHostProps) {
  const { host, label, cursor, pressedCursor = cursor, children, ...handlers } = props;
  return (
    <Box
      ref={host}
      role="application"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is moved by keys
      tabIndex={0}
      {...handlers}
      sx={{
        position: "absolute",
        inset: 0,
        touchAction: "none",
        cursor,
        "&:active": { cursor: pressedCursor },
        "&:focus-visible": {
          outline: "2px solid",
          outlineColor: "primary.main",
          outlineOffset: -2,
        },
        "& canvas": { position: "absolute", inset: 0, width: 1, height: 1 },
      }}
    >
      {children}
    </Box>
  );
}
