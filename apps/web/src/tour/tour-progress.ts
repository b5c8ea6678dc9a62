import { browserStore, useStored } from "../platform/browser-store.ts";
import { useIdentity } from "../platform/session/session.ts";

/** Where a person is in the tour; undefined where they have not taken it, or have left it. */
export interface TourProgress {
  readonly step: number | undefined;
  readonly set: (step: number | undefined) => void;
  /** Whether the banner of the demonstration was closed. */
  readonly isBannerClosed: boolean;
  readonly closeBanner: () => void;
}

/** The tour of the person whose page this is, in every tab of the browser, taken up again later. */
export function useTourProgress(): TourProgress {
  const { subject } = useIdentity();
  const stepKey = `tour:${subject}:step`;
  const bannerKey = `tour:${subject}:banner`;
  const step = useStored(stepKey);
  const banner = useStored(bannerKey);
  return {
    step: step === null || !/^\d$/.test(step) ? undefined : Number(step),
    set: (next) => browserStore.write(stepKey, next?.toString()),
    isBannerClosed: banner === "closed",
    closeBanner: () => browserStore.write(bannerKey, "closed"),
  };
}
