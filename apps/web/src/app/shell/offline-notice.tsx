import Alert from "@mui/material/Alert";
import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Says so while there is no network. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <output>
      {online ? null : (
        <Alert severity="warning" square>
          You are offline. What you see may be out of date; it loads again when the network is back.
        </Alert>
      )}
    </output>
  );
}
