import type { Page } from "@playwright/test";

/** The archived status of a flight in the list, and its way into the archive. */
export async function browseArchive(page: Page, flightId: string): Promise<void> {
  await page.goto(`/post/${flightId}`);
  await page
    .getByRole("button", { name: /LiDAR.*Upload Archived/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Browse archived files" }).click();
}
