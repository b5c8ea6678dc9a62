import { useCallback } from "react";

/** A ref of a picture or a frame that shows what was fetched, by an address of this page's own. */
export function useObjectSource(blob: Blob) {
  return useCallback(
    (element: HTMLImageElement | HTMLIFrameElement | null) => {
      if (element === null) return undefined;
      const address = URL.createObjectURL(blob);
      element.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [blob],
  );
}
