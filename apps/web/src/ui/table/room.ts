import { useSyncExternalStore } from "react";

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

/** What follows from a room's width; a value that is the same again draws nothing. */
export const useRoom = <T>(room: Room, of: (px: number | undefined) => T): T =>
  useSyncExternalStore(room.subscribe, () => of(room.get()));
