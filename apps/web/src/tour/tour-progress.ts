import { useSyncExternalStore } from "react";
import { useIdentity } from "../platform/session/session.ts";

/** Where a person is in the tour; undefined where they have not taken it, or have left it. */
export interface TourProgress {
  readonly step: number | undefined;
  readonly set: (step: number | undefined) => void;
  /** Whether the banner of the demonstration was closed. */
  readonly isBannerClosed: boolean;
  readonly closeBanner: () => void;
}

const CHANGED = "swath-tour";

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Without a store the tour lasts as long as its page. */
function write(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // See above.
  }
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
  // Another tab of the same browser.
  window.addEventListener("storage", listener);
  window.addEventListener(CHANGED, listener);
  return () => {
    window.removeEventListener("storage", listener);
    window.removeEventListener(CHANGED, listener);
  };
}

/** The tour of the person whose page this is, in every tab of the browser, taken up again later. */
export function useTourProgress(): TourProgress {
  const { subject } = useIdentity();
  const stepKey = `tour:${subject}:step`;
  const bannerKey = `tour:${subject}:banner`;
  const step = useSyncExternalStore(subscribe, () => read(stepKey));
  const banner = useSyncExternalStore(subscribe, () => read(bannerKey));
  return {
    step: step === null || !/^\d$/.test(step) ? undefined : Number(step),
    set: (next) => write(stepKey, next?.toString()),
    isBannerClosed: banner === "closed",
    closeBanner: () => write(bannerKey, "closed"),
  };
}
