import type { Page } from "@playwright/test";

/**
 * Settles at the moment when a region appears. Asking the page for it over and over would notice it
 * late, and take processor time from what is measured.
 */
export async function appearance(page: Page, region: string): Promise<void> {
  await page.evaluate(async (selector) => {
    await new Promise<void>((resolve) => {
      if (document.querySelector(selector) !== null) resolve();
      new MutationObserver((_, observer) => {
        if (document.querySelector(selector) === null) return;
        observer.disconnect();
        resolve();
      }).observe(document.body, { childList: true, subtree: true });
    });
  }, `section[aria-label="${region}"]`);
}
