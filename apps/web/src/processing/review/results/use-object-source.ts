import { useCallback } from "react";

/** A ref of a picture or a frame that shows what was fetched, by an address of this page's own, or an address. */
export function useObjectSource(source: Blob | string) {
  return useCallback(
    (element: HTMLImageElement | HTMLIFrameElement | null) => {
      if (element === null) return undefined;
      if (typeof source === "string") {
        element.src = source;
        return undefined;
      }
      const address = URL.createObjectURL(source);
      element.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [source],
  );
}
