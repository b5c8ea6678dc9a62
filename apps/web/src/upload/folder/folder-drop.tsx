import Box from "@mui/material/Box";
import { useState, type DragEvent, type ReactNode } from "react";
import type { ReadFolder } from "./picked-file.ts";
import { droppedFolder } from "./dropped-folder.ts";
import { droppedHandle, readDropped } from "./read-dropped.ts";

interface Props {
  readonly enabled: boolean;
  /** Name of the folder that is expected. */
  readonly wanted: string;
  /** `handle` settles with what the folder is opened again by, where the browser hands that out. */
  readonly onDropped: (
    read: ReadFolder,
    handle: Promise<FileSystemDirectoryHandle | undefined>,
  ) => void;
  /** Something else than one folder was dropped: what is wanted, in words. */
  readonly onRefused: (why: string) => void;
  readonly children: ReactNode;
}

/** Takes a folder that is dropped anywhere on the page. */
export function FolderDrop({ enabled, wanted, onDropped, onRefused, children }: Props) {
  const [over, setOver] = useState(false);
  return (
    <Box
      onDragOver={(event) => {
        if (!holdsFiles(event)) return;
        // Also where it is not wanted: the browser would leave the page to show the file.
        event.preventDefault();
        event.dataTransfer.dropEffect = enabled ? "copy" : "none";
        setOver(enabled);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!enabled) return;
        // Within the drop itself: afterwards its entries are unreadable.
        const dropped = droppedFolder(event.dataTransfer, wanted);
        if ("refused" in dropped) onRefused(dropped.refused);
        else
          onDropped(
            (options) => readDropped(dropped.folder, options),
            droppedHandle(event.dataTransfer),
          );
      }}
      sx={{
        display: "flex",
        flexDirection: "column",
        gap: 2.5,
        p: 3,
        flex: 1,
        minHeight: 0,
        outline: over ? "3px dashed" : "none",
        outlineColor: "primary.main",
        outlineOffset: -8,
      }}
    >
      {children}
    </Box>
  );
}

function holdsFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes("Files");
}
