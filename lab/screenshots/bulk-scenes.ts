import type { Page } from "@playwright/test";
import type { Scene } from "./scene.ts";

/** The first page of a dashboard whose jobs have a status, or of all. */
async function rows(page: Page, address: string, status?: string): Promise<void> {
  const query = status === undefined ? "" : `?Status=${encodeURIComponent(`$any ${status}`)}`;
  await page.goto(`${address}${query}`);
  await page
    .getByRole("rowheader")
    .filter({ hasText: /SL\d{6}/ })
    .first()
    .waitFor();
}

/** Selects the first rows of the page, and a job of theirs. */
async function select(page: Page, count: number, job: string): Promise<void> {
  const boxes = page.getByRole("checkbox", { name: /^Select SL/ });
  await boxes.first().click();
  await boxes.nth(count - 1).click({ modifiers: ["Shift"] });
  const bar = page.getByRole("region", { name: "Selected processings" });
  await bar.getByRole("combobox", { name: "Job" }).selectOption(job);
}

/** Opens the preview of an action on the selected jobs. */
async function preview(page: Page, action: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Action", exact: true }).click();
  await page.getByRole("menuitem", { name: action }).click();
  await page.getByText(/^Eligible/).waitFor();
}

const scene = (name: string, open: (page: Page) => Promise<void>): Scene => ({
  name,
  account: "operator",
  open,
});

/** An action on many selected processings. */
export const BULK_SCENES: readonly Scene[] = [
  scene("bulk-menu", async (page) => {
    await rows(page, "/ip", "COMPLETED");
    await select(page, 6, "*");
    await page.getByRole("button", { name: "Action", exact: true }).click();
    await page.getByRole("menu").waitFor();
  }),
  scene("bulk-preview", async (page) => {
    await rows(page, "/ip", "FAILED");
    await select(page, 5, "GPS");
    await preview(page, /^Resubmit Job/);
  }),
  scene("bulk-all", async (page) => {
    await rows(page, "/ip");
    await select(page, 8, "*");
    await page.getByRole("button", { name: /^Select all \d/ }).click();
    await preview(page, /^Mark as QA Completed \(with errors\)/);
  }),
  scene("bulk-outcome", async (page) => {
    await rows(page, "/ip", "COMPLETED");
    await select(page, 5, "*");
    await preview(page, /^Mark as Superseded/);
    await page.getByRole("textbox").fill("Flown again");
    await page.getByRole("button", { name: /^Confirm/ }).click();
    await page
      .getByText(/^(Done \d|Mark as Superseded: done)/)
      .first()
      .waitFor();
  }),
  scene("bulk-terrain-mapper", async (page) => {
    await rows(page, "/iptm");
    await select(page, 2, "*");
  }),
];
