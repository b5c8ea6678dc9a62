import type { Page } from "@playwright/test";

const TIMEOUT_MS = 600_000;

/**
 * Settles at the moment when a region appears. Polling the page would notice it late, and take
 * processor time from what is measured.
 */
export async function appearance(page: Page, region: string, timeout = TIMEOUT_MS): Promise<void> {
  const given = { selector: `section[aria-label="${region}"]`, timeout };
  await page.evaluate(async ({ selector, timeout: most }) => {
    await new Promise<void>((resolve, reject) => {
      setTimeout(() => reject(new Error(`${selector} never appeared`)), most);
      if (document.querySelector(selector) !== null) resolve();
      new MutationObserver((_, observer) => {
        if (document.querySelector(selector) === null) return;
        observer.disconnect();
        resolve();
      }).observe(document.body, { childList: true, subtree: true });
    });
  }, given);
}
