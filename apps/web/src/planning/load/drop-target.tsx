import Box from "@mui/material/Box";
import type { SxProps, Theme } from "@mui/material/styles";
import { type DragEvent, type ReactNode, useState } from "react";

interface DropTargetProps {
  readonly onDropped: (files: readonly File[]) => void;
  readonly sx: SxProps<Theme>;
  readonly children: ReactNode;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes("Files");

/** Takes files that are dropped anywhere on it; while they hover it says so. */
export function DropTarget({ onDropped, sx, children }: DropTargetProps) {
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
