import type { Page } from "@playwright/test";
import { violationsOfBothLooks } from "./axe.ts";
import { BLANK, expect, test } from "./fixtures.ts";

const PENDING = `/ip?Status=${encodeURIComponent("$any QA_PENDING")}`;

/** Opens the review of the first job of quality that awaits QA. */
async function openReview(page: Page, panel = "Review results"): Promise<void> {
  await page.goto(PENDING);
  await page
    .getByRole("button", { name: /^QA1 Quality: Completed/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: panel, exact: true }).click();
  await expect(page.getByRole("dialog", { name: /^Review of Quality/ })).toBeVisible();
}

test("no panel of a review has an axe violation, light or dark", async ({ asUser }) => {
  const page = await asUser("operator", BLANK);
  await openReview(page);
  await expect(page.getByRole("img", { name: /^Density, attempt 2/ })).toBeVisible();
  expect.soft(await violationsOfBothLooks(page), "results").toEqual([]);
  const panels = [
    ["Attempts", page.getByRole("slider")],
    ["Files", page.getByText("SAMPLE-DATA.txt")],
    ["Log", page.getByText(/DEMONSTRATION: nothing ran/)],
    ["Timeline", page.getByRole("switch", { name: "All jobs of this processing" })],
  ] as const;
  for (const [name, landmark] of panels) {
    await page.getByRole("tab", { name }).click();
    await expect(landmark).toBeVisible();
    expect.soft(await violationsOfBothLooks(page), name).toEqual([]);
  }
});

test("a review is opened by a link, and closed by the browser's way back", async ({ asUser }) => {
  const page = await asUser("operator", BLANK);
  await openReview(page, "Attempts");
  await page.getByRole("tab", { name: "Results" }).click();
  await page.getByRole("button", { name: "Relief" }).click();
  const link = page.url();
  expect(link).toMatch(/review=[0-9a-f]{24}\.QA1/);
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(page.url()).not.toContain("review=");
  await page.goto(link);
  await expect(page.getByRole("img", { name: /^Relief, attempt 2/ })).toBeVisible();
  await page.getByRole("button", { name: "Close the review" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a report is shown under the page's policy, with its styles and without its scripts", async ({
  asUser,
}) => {
  const page = await asUser("operator", BLANK);
  await openReview(page);
  await page.getByRole("button", { name: "QA", exact: true }).click();
  const report = page.frameLocator("iframe");
  const heading = report.getByRole("heading", { name: /^DEMONSTRATION/ });
  await expect(heading).toHaveCSS("font-size", "24px");
  await expect(report.getByRole("img").first()).toHaveJSProperty("complete", true);
  await expect(page.locator("iframe")).toHaveAttribute("sandbox", "");
});

test("QA is completed by keys alone, one job after the other", async ({ asUser }) => {
  const page = await asUser("operator", BLANK);
  await openReview(page);
  const dialog = page.getByRole("dialog");
  const first = await dialog.getByRole("heading").first().textContent();
  const place = await dialog.getByText(/^\d+ of \d+ awaiting QA$/).innerText();
  await page.keyboard.press("a");
  const next = new RegExp(`^${Number.parseInt(place, 10) + 1} of \\d+ awaiting QA$`);
  await expect(dialog.getByText(next)).toBeVisible();
  await expect(dialog.getByRole("heading").first()).not.toHaveText(first!);
  await page.keyboard.press("k");
  await expect(dialog.getByRole("heading").first()).toHaveText(first!);
  await expect(dialog.getByText("QA completed", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});
