import { test as base, expect, type Page } from "@playwright/test";
import { Swath } from "./swath.ts";

/** One server for the tests of a worker, started as a user starts it. */
export const test = base.extend<{ asUser: (account: string) => Promise<Page> }, { swath: Swath }>({
  swath: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from it
    async ({}, use) => {
      const swath = await Swath.start();
      await use(swath);
      await swath.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ swath }, use) => use(swath.origin),
  asUser: async ({ browser, swath }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (account) => {
      const context = await browser.newContext({ baseURL: swath.origin });
      contexts.push(context);
      const page = await context.newPage();
      await signIn(page, account);
      return page;
    });
    await Promise.all(contexts.map(async (context) => context.close()));
  },
});

/** Signs in on any page that redirects to sign-in. */
export async function signIn(page: Page, account: string, address = "/"): Promise<void> {
  await page.goto(address);
  await page.getByRole("button", { name: "Sign in with Microsoft" }).click();
  await enterAccount(page, account);
  await page.waitForURL((url) => !url.pathname.startsWith("/idp") && url.pathname !== "/login");
}

/** Fills in the provider's sign-in page. */
export async function enterAccount(page: Page, account: string): Promise<void> {
  await page.getByRole("textbox").fill(account);
  await page.keyboard.press("Enter");
}

export { expect };
