import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.ts";
import { DropTarget } from "../load/drop-target.tsx";
import { Progress, type Underway } from "../load/load-progress.tsx";

interface PageFrameProps {
  readonly title: string;
  readonly onDropped: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** Fills the window: what is longer scrolls within its panel. */
export function PageFrame({ title, onDropped, children }: PageFrameProps) {
  return (
    <DropTarget
      onDropped={onDropped}
      sx={{
        display: "flex",
        flexDirection: "column",
        gap: 1,
        p: 1,
        height: "calc(100vh - 94px)",
        minHeight: 620,
      }}
    >
      <VisuallyHidden as="h1">{title}</VisuallyHidden>
      {children}
    </DropTarget>
  );
}

/** Layers, map and instructions, side by side. */
export const Columns = ({ children }: { readonly children: ReactNode }) => (
  <Box
    sx={{
      flex: 1,
      minHeight: 0,
      display: "grid",
      gridTemplateColumns: "280px minmax(0, 1fr) 350px",
      gridTemplateRows: "minmax(0, 1fr)",
      gap: 1,
    }}
  >
    {children}
  </Box>
);

/** Map over table. */
export const Rows = ({ children }: { readonly children: ReactNode }) => (
  <Box sx={{ display: "grid", gridTemplateRows: "minmax(0, 3fr) minmax(0, 2fr)", gap: 1 }}>
    {children}
  </Box>
);

interface MapGroundProps {
  readonly underway: Underway | undefined;
  readonly children: ReactNode;
}

/** The place of the map; over it what takes its time. */
export const MapGround = ({ underway, children }: MapGroundProps) => (
  <Box sx={{ position: "relative", minHeight: 0, overflow: "hidden", borderRadius: 1 }}>
    {children}
    {underway === undefined ? null : <Progress key={underway.text} {...underway} />}
  </Box>
);
