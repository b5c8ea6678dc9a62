import type { Page } from "@playwright/test";

interface SlowLink {
  /** Nothing passes any more, as where the network is gone. */
  cut(): Promise<void>;
  /** At its own pace, or at another one. */
  mend(bytesPerSecond?: number): Promise<void>;
}

/** Lets a page send so many bytes a second. Where this is set, `setOffline` of its context cuts nothing. */
export async function slowLink(page: Page, bytesPerSecond: number): Promise<SlowLink> {
  const session = await page.context().newCDPSession(page);
  const set = async (offline: boolean, pace = bytesPerSecond): Promise<void> =>
    void (await session.send("Network.emulateNetworkConditions", {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: pace,
    }));
  await set(false);
  return { cut: () => set(true), mend: (pace) => set(false, pace) };
}
