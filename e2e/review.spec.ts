import type { Page } from "@playwright/test";
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
