import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { useFileDrop } from "../../ui/form/use-file-drop.ts";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { Progress, type Underway } from "../load/load-progress.tsx";

interface PageFrameProps {
  readonly title: string;
  readonly onDropped: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/**
 * Takes files that are dropped anywhere on it. It fills a wide window: what is longer scrolls within its
 * panel. A narrow one scrolls as a whole.
 */
export function PageFrame({ title, onDropped, children }: PageFrameProps) {
  const { isOver, handlers } = useFileDrop(true, ({ files }) => onDropped(Array.from(files)));
  return (
    <Box
      {...handlers}
      sx={{
        position: "relative",
        display: "flex",
        flexDirection: "column",
        gap: 1,
        p: 1,
        flex: { xs: "none", md: "1 1 0px" },
        // On a tablet the table below the map has room for some rows.
        minHeight: { xs: 0, md: 860, lg: 620 },
      }}
    >
      <VisuallyHidden as="h1">{title}</VisuallyHidden>
      {children}
      {isOver ? <Invitation /> : null}
    </Box>
  );
}

function Invitation() {
  return (
    <Box
      sx={{
        position: "absolute",
        inset: 4,
        zIndex: 5,
        display: "grid",
        placeItems: "center",
        pointerEvents: "none",
        border: "3px dashed",
        borderColor: "secondary.main",
        borderRadius: 2,
        bgcolor: "rgb(10 30 61 / 0.72)",
        color: "#ffffff",
        fontSize: "1.2rem",
        fontWeight: 650,
      }}
    >
      Drop KMZ files and shapefiles to load them
    </Box>
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
    <Box sx={{ ...place, gridArea: "layers" }}>{layers}</Box>
    <Box sx={{ ...place, gridArea: "map", gridTemplateRows: MAP_OVER_TABLE, gap: 1 }}>
      <Box sx={{ position: "relative", minHeight: 0, overflow: "hidden", borderRadius: 1 }}>
        {children}
        {underway === undefined ? null : <Progress key={underway.text} {...underway} />}
      </Box>
      {table}
    </Box>
    <Box sx={{ ...place, gridArea: "instructions" }}>{instructions}</Box>
  </Box>
);

const place = { minHeight: 0, display: "grid", gridTemplateRows: "minmax(0, 1fr)" } as const;
const MAP_OVER_TABLE = { xs: "max(280px, 55vh) 380px", md: "minmax(0, 3fr) minmax(0, 2fr)" };
