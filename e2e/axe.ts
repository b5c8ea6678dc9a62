import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** The rules of axe whose outcome depends on colours. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** Waits until nothing is half faded in or half recoloured. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What was opened last begins to fade in with a frame.
    for (let frames = 0; frames < 2; frames += 1)
      await new Promise((drawn) => requestAnimationFrame(drawn));
    const finite = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0));
    await Promise.allSettled(finite.map(async ({ finished }) => finished));
  });
}

async function found(page: Page, within: string | undefined, rules?: string[]): Promise<string[]> {
  await settled(page);
  // Without a page of axe's own in which what frames found is joined: these pages have none.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  axe.options({
    resultTypes: ["violations"],
    ...(rules === undefined ? {} : { runOnly: { type: "rule", values: rules } }),
  });
  if (within !== undefined) axe.include(within);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

/** What axe finds on a page, or within a part of it, as it looks now. */
export const violations = async (page: Page, within?: string): Promise<string[]> =>
  found(page, within);

/** The same in the light look, and what is wrong with the colours of the dark one. */
export async function violationsOfBothLooks(page: Page, within?: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await found(page, within, OF_COLOURS);
  await page.emulateMedia({ colorScheme: "light" });
  return [...(await found(page, within)), ...dark.map((line) => `dark: ${line}`)];
}
