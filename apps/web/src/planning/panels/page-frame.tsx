import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { DropTarget } from "../load/drop-target.tsx";
import { Progress, type Underway } from "../load/load-progress.tsx";

interface PageFrameProps {
  readonly title: string;
  readonly onDropped: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** Fills a wide window: what is longer scrolls within its panel. A narrow one scrolls as a whole. */
export function PageFrame({ title, onDropped, children }: PageFrameProps) {
  return (
    <DropTarget
      onDropped={onDropped}
      sx={{
        display: "flex",
        flexDirection: "column",
        gap: 1,
        p: 1,
        height: { xs: "auto", md: "calc(100vh - 94px)" },
        minHeight: { xs: 0, md: 620 },
      }}
    >
      <VisuallyHidden as="h1">{title}</VisuallyHidden>
      {children}
    </DropTarget>
  );
}

interface ColumnsProps {
  readonly layers: ReactNode;
  readonly instructions: ReactNode;
  /** What takes its time, over the map. */
  readonly underway: Underway | undefined;
  /** Below the map. */
  readonly table: ReactNode;
  readonly children: ReactNode;
}

/**
 * Layers, map and instructions side by side; where there is less room, layers and instructions share
 * a column, and in the narrowest windows they follow the map.
 */
export const Columns = ({ layers, instructions, underway, table, children }: ColumnsProps) => (
  <Box
    sx={{
      flex: 1,
      minHeight: 0,
      display: "grid",
      gap: 1,
      gridTemplateColumns: {
        xs: "minmax(0, 1fr)",
        md: "minmax(0, 1fr) 280px",
        lg: "clamp(220px, 19.7vw, 280px) minmax(0, 1fr) clamp(290px, 24.6vw, 350px)",
      },
      gridTemplateRows: { md: "minmax(0, 2fr) minmax(0, 3fr)", lg: "minmax(0, 1fr)" },
      gridTemplateAreas: {
        xs: '"map" "layers" "instructions"',
        md: '"map layers" "map instructions"',
        lg: '"layers map instructions"',
      },
    }}
  >
    <Place area="layers">{layers}</Place>
    <Place area="map">
      <Rows>
        <MapGround underway={underway}>{children}</MapGround>
        {table}
      </Rows>
    </Place>
    <Place area="instructions">{instructions}</Place>
  </Box>
);

const Place = ({ area, children }: { readonly area: string; readonly children: ReactNode }) => (
  <Box sx={{ gridArea: area, minHeight: 0, display: "grid", gridTemplateRows: "minmax(0, 1fr)" }}>
    {children}
  </Box>
);

/** Map over table. */
const Rows = ({ children }: { readonly children: ReactNode }) => (
  <Box
    sx={{
      display: "grid",
      gridTemplateRows: { xs: "max(280px, 55vh) 380px", md: "minmax(0, 3fr) minmax(0, 2fr)" },
      gap: 1,
    }}
  >
    {children}
  </Box>
);

interface MapGroundProps {
  readonly underway: Underway | undefined;
  readonly children: ReactNode;
}

/** The place of the map; over it what takes its time. */
const MapGround = ({ underway, children }: MapGroundProps) => (
  <Box sx={{ position: "relative", minHeight: 0, overflow: "hidden", borderRadius: 1 }}>
    {children}
    {underway === undefined ? null : <Progress key={underway.text} {...underway} />}
  </Box>
);
