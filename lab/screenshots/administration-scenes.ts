import type { Page } from "@playwright/test";
import type { Scene } from "./scene.ts";

async function openAdministration(page: Page): Promise<void> {
  await page.goto("/administration");
  await page.getByRole("table", { name: "Changes of the LMS version" }).waitFor();
}

export const ADMINISTRATION_SCENES: readonly Scene[] = [
  { name: "administration", account: "admin", open: openAdministration },
  {
    name: "administration-change",
    account: "admin",
    async open(page) {
      await openAdministration(page);
      await page.getByLabel("New LMS version").fill("4.2");
      await page.getByRole("button", { name: "Change", exact: true }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
];
