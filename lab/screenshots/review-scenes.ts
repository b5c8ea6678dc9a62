import { expect, type Page } from "@playwright/test";
import type { Scene } from "./scene.ts";
import { answer, change, fail, hold } from "./states.ts";

const FILES = /\/runs\/[0-9a-f]{24}\/\w+\/\d+\/files(\?|$)/;

/** The head of a PNG of 30,000 × 30,000 pixels. */
const HUGE = Buffer.from(
  "89504e470d0a1a0a0000000d494844520000753000007530080600000000000000",
  "hex",
).toString("base64");

/** A delivery of many tiles. */
const longList = ([file]: readonly object[]): object[] =>
  Array.from({ length: 400 }, (_, n) => ({
    ...file,
    path: `dtm_0.5m/PRJ10006_Lower_Reach_${392_000 + 500 * n}_6458000_dtm_0.5m.tif`,
  }));

/** Opens a panel of the first job of a name and status that has two attempts. */
async function openReview(page: Page, panel: string, status = "QA_PENDING"): Promise<void> {
  await page.goto(`/ip?Status=${encodeURIComponent(`$any ${status}`)}`);
  await page.getByRole("rowheader").first().waitFor();
  const cells = page.getByRole("button", { name: /^(QA1 )?Quality: (Completed|Failed)/ });
  await cells.first().click();
  await page.getByRole("menuitem", { name: panel, exact: true }).click();
  await page.getByRole("dialog").waitFor();
}

const scene = (name: string, open: (page: Page) => Promise<void>, account = "operator"): Scene => ({
  name,
  account,
  open,
});

/** A review in its panels and states. */
export const REVIEW_SCENES: readonly Scene[] = [
  scene("review-results", async (page) => {
    await openReview(page, "Review results");
    await page.getByRole("button", { name: "Density" }).click();
    await page.getByRole("img", { name: /^Density/ }).waitFor();
  }),
  scene("review-places", async (page) => {
    await openReview(page, "Review results");
    await page.getByRole("combobox", { name: "Attempt" }).click();
    await page.getByRole("option", { name: /^1/ }).click();
    await page.getByRole("list", { name: /that miss a bound/ }).waitFor();
  }),
  scene("review-report", async (page) => {
    await openReview(page, "Review results");
    await page.getByRole("button", { name: "QA", exact: true }).click();
    await page
      .frameLocator("iframe")
      .getByRole("heading", { name: /DEMONSTRATION/ })
      .waitFor();
  }),
  scene("review-report-pixels", async (page) => {
    await page.route(/\/store\/.*token=/, (route) =>
      route.fulfill({
        contentType: "text/html",
        headers: { "access-control-allow-origin": "*" },
        body: `<img src="data:image/png;base64,${HUGE}">`,
      }),
    );
    await openReview(page, "Review results");
    await page.getByRole("button", { name: "QA", exact: true }).click();
    await page.getByText("This report cannot be shown").waitFor();
  }),
  scene("review-approval-after-reload", async (page) => {
    await openReview(page, "Review results");
    const awaiting = page.getByText(/of \d+ awaiting QA/);
    await awaiting.waitFor();
    await page.keyboard.press("e");
    const found = page.getByRole("textbox", { name: "Issue Description" });
    await found.fill("A gap of 40 m in line 4");
    await page.reload();
    await awaiting.waitFor();
    await page.keyboard.press("e");
    await expect(found).toHaveValue("A gap of 40 m in line 4");
  }),
  scene("review-attempts", async (page) => {
    await openReview(page, "Attempts");
    await page.getByRole("button", { name: "Strip differences" }).click();
    await page.getByRole("img", { name: /^Strip differences, attempt 2/ }).waitFor();
  }),
  scene("review-restore", async (page) => {
    await openReview(page, "Attempts");
    await page.getByRole("button", { name: "Restore attempt 1" }).click();
    await page.getByText(/set back/).waitFor();
  }),
  scene("review-died", async (page) => {
    await openReview(page, "Attempts", "FAILED");
    await page.getByText(/needed more memory/).waitFor();
  }),
  scene("review-files", async (page) => {
    await openReview(page, "Files");
    await page.getByRole("tabpanel").getByRole("row").nth(1).waitFor();
  }),
  scene("review-files-long", async (page) => {
    await change(page, FILES, (files) => longList(files as readonly object[]));
    await openReview(page, "Files");
    await page
      .getByText(/_dtm_0\.5m/)
      .first()
      .waitFor();
  }),
  scene("review-files-loading", async (page) => {
    await hold(page, FILES);
    await openReview(page, "Files");
    await page.getByText("Loading files...").waitFor();
  }),
  scene("review-files-failed", async (page) => {
    await fail(page, FILES);
    await openReview(page, "Files");
    await page.getByText("The files could not be loaded").waitFor();
  }),
  scene("review-files-none", async (page) => {
    await answer(page, FILES, []);
    await openReview(page, "Files");
    await page.getByText("This attempt left no files").waitFor();
  }),
  scene("review-log", async (page) => {
    await openReview(page, "Log", "FAILED");
    await page.getByRole("navigation", { name: "Tasks" }).waitFor();
  }),
  scene("review-timeline", async (page) => {
    await openReview(page, "Timeline");
    await page.getByRole("tabpanel").waitFor();
  }),
  scene("review-no-attempts", async (page) => {
    await page.goto(`/ip?Status=${encodeURIComponent("$any MANUALLY_PROCESSED")}`);
    await page
      .getByRole("button", { name: /Manually processed/ })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Review results" }).click();
    await page.getByText("No attempt is recorded").waitFor();
  }),
  scene("review-not-found", async (page) => {
    await page.goto(`/ip?review=${"0".repeat(24)}.QA1`);
    await page.getByText("There is no such processing").waitFor();
  }),
  scene(
    "review-guest",
    async (page) => {
      await page.goto(`/ip?review=${"0".repeat(24)}.QA1`);
      await page.getByText("Reviews are not open to guests").waitFor();
    },
    "guest",
  ),
];
