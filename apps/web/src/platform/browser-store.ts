import { useSyncExternalStore } from "react";

/** Texts that a browser keeps by name; where it stores nothing, as long as the page. */
export interface BrowserStore {
  readonly read: (name: string) => string | null;
  /** Keeps a text, or forgets it. */
  readonly write: (name: string, text: string | undefined) => void;
  /** Tells of what this page writes, and other tabs of the browser. */
  readonly subscribe: (listener: () => void) => () => void;
}

function storeIn(storage: () => Storage): BrowserStore {
  /** What could not be stored: storage may be blocked, or full. */
  const unkept = new Map<string, string>();
  const listeners = new Set<() => void>();
  return {
    read: (name) => {
      try {
        return unkept.get(name) ?? storage().getItem(name);
      } catch {
        return null;
      }
    },
    write: (name, text) => {
      unkept.delete(name);
      try {
        if (text === undefined) storage().removeItem(name);
        else storage().setItem(name, text);
      } catch {
        if (text !== undefined) unkept.set(name, text);
      }
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      window.addEventListener("storage", listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener("storage", listener);
      };
    },
  };
}

/** What all tabs of this browser share, and keep. */
export const browserStore = storeIn(() => localStorage);
/** What one tab keeps until it is closed. */
export const tabStore = storeIn(() => sessionStorage);

/** A text of {@link browserStore}, as it is now. */
export const useStored = (name: string): string | null =>
  useSyncExternalStore(browserStore.subscribe, () => browserStore.read(name));
