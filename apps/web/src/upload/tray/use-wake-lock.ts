import { useEffect } from "react";

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
