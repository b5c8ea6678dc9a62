import { rateAt } from "@swath/upload-engine";
import { useSyncExternalStore } from "react";
import type { LiveUpload } from "../engine/use-live-upload.ts";
import { useNow } from "../../../ui/use-now.ts";
import { keptLimit } from "../limit/kept-limit.ts";
import { UploadAlert } from "../panels/upload-alert.tsx";
import { standstillText } from "./standstill-text.ts";

const wallTime = (at: number): number => Date.now() - performance.now() + at;

function onNetwork(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Why the upload stands still, where it does. */
export function StandstillAlert({ live: { snapshot, server } }: { readonly live: LiveUpload }) {
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine);
  const limit = useSyncExternalStore(keptLimit.subscribe, keptLimit.get);
  const today = useNow();
  const isLimited = rateAt(limit, today) !== undefined;
  const now = today.getTime();
  const found = standstillText({ snapshot, server, isOnline, isLimited, wallTime, now });
  if (found === undefined) return null;
  return (
    <UploadAlert severity={found.isWarning ? "warning" : "info"} title={found.title}>
      {found.text}
    </UploadAlert>
  );
}
