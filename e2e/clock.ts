import { expect, type Page } from "@playwright/test";

/** How much of the page's time passes at once: less than the shortest interval of a poll. */
const STEP_MS = 5_000;

/**
 * Lets a page's time run ahead, whose context has `clock.install()`, until what is expected of its
 * polls has come. What they call answers in its own time.
 */
export async function passUntil(page: Page, expected: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(STEP_MS);
    await expected();
  }).toPass({ timeout: 30_000, intervals: [0] });
}

/** Lets so much of a page's time pass, a step at a time. */
export async function pass(page: Page, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) await page.clock.fastForward(STEP_MS);
}
