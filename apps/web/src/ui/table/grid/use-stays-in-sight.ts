import { type RefObject, useEffect, useEffectEvent } from "react";
import { ROW_HEIGHT } from "./grid-style.ts";

/** Keeps the active row in sight where it was and the frame becomes lower, as by a message above it. */
export function useStaysInSight(
  frame: RefObject<HTMLElement | null>,
  active: number,
  scrollTo: (row: number) => void,
): void {
  const lower = useEffectEvent((top: number, heightBefore: number) => {
    const start = active * ROW_HEIGHT;
    const wasInSight = start + ROW_HEIGHT > top && start + ROW_HEIGHT < top + heightBefore;
    if (wasInSight) scrollTo(active);
  });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      if (element.clientHeight < height) lower(element.scrollTop, height);
      height = element.clientHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
}
