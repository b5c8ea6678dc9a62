import { useSyncExternalStore } from "react";

function onNetwork(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** What the browser itself knows of its network. */
export const useOnline = (): boolean => useSyncExternalStore(onNetwork, () => navigator.onLine);
