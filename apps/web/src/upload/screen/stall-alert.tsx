import { rateAt } from "@swath/upload-engine";
import { useSyncExternalStore } from "react";
import type { LiveUpload } from "../engine/use-live-upload.ts";
import { useSession } from "../../platform/session/session-context.tsx";
import { useNow } from "../../ui/use-now.ts";
import { savedLimit } from "../limit/saved-limit.ts";
import { useOnline } from "../use-online.ts";
import { UploadAlert } from "../panels/upload-alert.tsx";
import { stallText } from "./stall-text.ts";

const wallTime = (at: number): number => Date.now() - performance.now() + at;

/** Why the upload stands still, where it does. */
export function StallAlert({ live: { snapshot, server } }: { readonly live: LiveUpload }) {
  const isOnline = useOnline();
  const session = useSession();
  const isSignedIn = session.status !== "interrupted" || session.cause === "unreachable";
  const limit = useSyncExternalStore(savedLimit.subscribe, savedLimit.get);
  const today = useNow();
  const isLimited = rateAt(limit, today) !== undefined;
  const now = today.getTime();
  const facts = { snapshot, server, isOnline, isSignedIn, isLimited, wallTime, now };
  const found = stallText(facts);
  if (found === undefined) return null;
  return (
    <UploadAlert severity={found.isWarning ? "warning" : "info"} title={found.title}>
      {found.text}
    </UploadAlert>
  );
}
