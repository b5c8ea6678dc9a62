import { type ReactNode, useEffect } from "react";
import { useUnfinishedWork } from "../../platform/session/unfinished-work.ts";
import { TabUploadsProvider } from "../../platform/area-contexts.ts";
import { useRunningUploads } from "../engine/running-uploads.ts";

/** Keeps the device awake as long as that is needed and the page is shown; where it refuses, nothing changes. */
export function useWakeLock(needed: boolean): void {
  useEffect(() => (needed && "wakeLock" in navigator ? holdWakeLock() : undefined), [needed]);
}

/** Returns how to end it. A lock that is lost with the page's sight is taken anew with it. */
function holdWakeLock(): () => void {
  let lock: WakeLockSentinel | undefined;
  let ended = false;
  const take = async (): Promise<void> => {
    if (document.visibilityState !== "visible") return;
    const taken = await navigator.wakeLock.request("screen").catch(() => undefined);
    if (ended) await taken?.release();
    else lock = taken;
  };
  const onVisibility = (): void => void take();
  document.addEventListener("visibilitychange", onVisibility);
  void take();
  return () => {
    ended = true;
    document.removeEventListener("visibilitychange", onVisibility);
    void lock?.release();
  };
}

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Has the browser ask before the tab is closed or reloaded. */
function useCloseQuestion(needed: boolean): void {
  useEffect(() => {
    if (!needed) return undefined;
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [needed]);
}

/**
 * Tells the pages whether uploads of this tab are unfinished. While there are any the session's end
 * waits; while one sends, the device stays awake and closing the tab asks.
 */
export function TabUploads({ children }: { readonly children: ReactNode }) {
  const uploads = useRunningUploads();
  const isUnfinished = uploads.some(({ hasEnded }) => !hasEnded);
  const isSending = uploads.some((upload) => upload.isSending);
  useUnfinishedWork(isUnfinished);
  useWakeLock(isSending);
  useCloseQuestion(isSending);
  return <TabUploadsProvider value={isUnfinished}>{children}</TabUploadsProvider>;
}
