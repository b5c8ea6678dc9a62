import type { Page } from "@playwright/test";
import axe from "axe-core";

/** What axe finds on a page, light and dark: the pages that the web draws are for `expectAccessible` of the browser tests. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    // Without motion: a colour on its way from one look to the other has the contrast of neither.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    found.push(
      ...(await page.evaluate(async () => {
        const { axe: there } = globalThis as unknown as { readonly axe: typeof axe };
        const { violations: all } = await there.run(document, { iframes: false });
        return all.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
      })),
    );
  }
  return found;
}
