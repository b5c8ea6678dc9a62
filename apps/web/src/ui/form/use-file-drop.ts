import { type DragEvent, useState } from "react";

const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes("Files");

/** Takes files that are dropped anywhere on an element: its handlers, and whether files hover over it. */
export function useFileDrop(enabled: boolean, onDropped: (transfer: DataTransfer) => void) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!holdsFiles(event)) return;
        // Also where it is not wanted: the browser would leave the page to show the file.
        event.preventDefault();
        event.dataTransfer.dropEffect = enabled ? "copy" : "none";
        setOver(enabled);
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(false);
        if (enabled) onDropped(event.dataTransfer);
      },
    },
  };
}
