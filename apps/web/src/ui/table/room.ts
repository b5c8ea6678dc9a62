import { useEffectEvent, useLayoutEffect, useReducer } from "react";

/**
 * The width in px that the columns of a list share, which only those parts follow that are drawn by it: a page that
 * kept it as state would be drawn twice.
 */
export interface Room {
  /** Undefined until the list is measured. */
  readonly get: () => number | undefined;
  readonly set: (px: number) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createRoom(px?: number): Room {
  let now = px;
  const listeners = new Set<() => void>();
  return {
    get: () => now,
    set: (next) => {
      now = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * What follows from a room's width; a value that is the same again draws nothing. Not by an external store, which React
 * draws at once: a width is told while the browser lays the page out, which then would be laid out in a circle.
 */
export function useRoom<T>(room: Room, of: (px: number | undefined) => T): T {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const drawn = of(room.get());
  const follow = useEffectEvent(() => {
    if (!Object.is(of(room.get()), drawn)) redraw();
  });
  useLayoutEffect(() => {
    follow();
    return room.subscribe(() => follow());
  }, [room]);
  return drawn;
}
