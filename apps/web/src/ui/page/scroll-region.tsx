import Box from "@mui/material/Box";
import type { ReactNode } from "react";

interface ScrollRegionProps {
  /** Its accessible name. */
  readonly label: string;
  /** Pixels, or a CSS length. */
  readonly maxHeight?: number | string;
  readonly children: ReactNode;
}

/** A part of a page that scrolls by itself when it is long, and is reached by keyboard. */
export function ScrollRegion({ label, maxHeight = 320, children }: ScrollRegionProps) {
  return (
    <Box
      component="section"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      sx={{ maxHeight, overflow: "auto" }}
    >
      {children}
    </Box>
  );
}
