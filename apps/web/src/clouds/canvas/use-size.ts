import { type RefObject, useEffect, useRef, useState } from "react";
import type { Size } from "../choose/map-view.ts";

/** The size of an element, px, told whenever it changes; undefined before it is drawn or where it has none. */
export function useSize(
  host: RefObject<HTMLElement | null>,
  onSize: (size: Size) => void,
): Size | undefined {
  const [size, setSize] = useState<Size>();
  const tell = useRef(onSize);
  useEffect(() => {
    tell.current = onSize;
  });
  useEffect(() => {
    if (host.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      if (width < 1 || height < 1) return;
      setSize({ width, height });
      tell.current({ width, height });
    });
    observer.observe(host.current);
    return () => observer.disconnect();
  }, [host]);
  return size;
}
