import { type RefObject, useEffect, useRef } from "react";

/** A turn of the wheel over an element: how much larger a pixel becomes, and where the pointer is, px. */
export type OnWheel = (factor: number, at: readonly [x: number, y: number]) => void;

const MOST = 0.4;
const SLOW = 400;

/** Tells of the wheel, and keeps the page from scrolling: React's own listener could not. */
export function useWheel(host: RefObject<HTMLElement | null>, onWheel: OnWheel): void {
  const tell = useRef(onWheel);
  useEffect(() => {
    tell.current = onWheel;
  });
  useEffect(() => {
    const element = host.current;
    const turned = (event: WheelEvent): void => {
      event.preventDefault();
      const { left, top } = element!.getBoundingClientRect();
      const by = Math.sign(event.deltaY) * Math.min(MOST, Math.abs(event.deltaY) / SLOW);
      tell.current(Math.exp(by), [event.clientX - left, event.clientY - top]);
    };
    element?.addEventListener("wheel", turned, { passive: false });
    return () => element?.removeEventListener("wheel", turned);
  }, [host]);
}
