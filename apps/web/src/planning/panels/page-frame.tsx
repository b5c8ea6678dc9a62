import Box from "@mui/material/Box";
import type { SxProps, Theme } from "@mui/material/styles";
import { type DragEvent, type ReactNode, useState } from "react";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { Progress, type Underway } from "../load/load-progress.tsx";

interface DropTargetProps {
  readonly onDropped: (files: readonly File[]) => void;
  readonly sx: SxProps<Theme>;
  readonly children: ReactNode;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes("Files");

/** Takes files that are dropped anywhere on it; while they hover it says so. */
function DropTarget({ onDropped, sx, children }: DropTargetProps) {
  // Entering a part of it leaves the part before: what counts is the difference.
  const [depth, setDepth] = useState(0);
  const take = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setDepth(0);
    const files = Array.from(event.dataTransfer.files);
    if (files.length > 0) onDropped(files);
  };
  return (
    <Box
      onDragEnter={(event) => {
        if (hasFiles(event)) setDepth((now) => now + 1);
      }}
      onDragLeave={(event) => {
        if (hasFiles(event)) setDepth((now) => Math.max(0, now - 1));
      }}
      onDragOver={(event) => {
        // Without it the browser would open what is dropped in place of the page.
        if (hasFiles(event)) event.preventDefault();
      }}
      onDrop={take}
      sx={[{ position: "relative" }, ...(Array.isArray(sx) ? sx : [sx])]}
    >
      {children}
      {depth > 0 ? <Invitation /> : null}
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
