import type { Page } from "@playwright/test";
import { BLANK, expect, test } from "./fixtures.ts";

/** Split, with lines, a trajectory and a plan of which two lines were not flown whole. */
const FLIGHT = "FL000158";
const ADDRESS = `/ip?FlightID=${encodeURIComponent(`$any ${FLIGHT}`)}`;

const isOfMap = (path: string): boolean => /\/assets\/(lines-map|lines\.worker|painter)/.test(path);

const dialog = (page: Page) => page.getByRole("dialog", { name: /^Flight Lines/ });

/** Opens the lines of the first area of the flight that has them. */
async function openLines(page: Page): Promise<void> {
  await page.goto(ADDRESS);
  await page
    .getByRole("button", { name: /^Flight lines of SL\d{6}, AOI 1$/ })
    .first()
    .click();
  await expect(dialog(page).getByRole("application")).toBeVisible();
  await expect(dialog(page).getByText("Loading Flight Lines Map...")).toHaveCount(0);
}

const scale = async (page: Page): Promise<string> =>
  /Scale:\s*([\d,]+ k?m)/.exec((await dialog(page).textContent()) ?? "")?.[1] ?? "";

test("flight lines are drawn where they were flown, and what was missed beside", async ({
  asUser,
}) => {
  const page = await asUser("operator", BLANK);
  await openLines(page);
  // Fitted: from Australia to some kilometres.
  await expect.poll(() => scale(page)).toMatch(/^\d{1,3} k?m$/);
  await dialog(page).getByRole("button", { name: "Reflight" }).click();
  const list = dialog(page).getByRole("region", { name: "Reflight list" });
  await expect(list.getByRole("heading")).toHaveText(/^Missed: \d.* on 2 of \d+ planned lines$/);
  await expect(list.getByRole("rowheader")).toHaveText(["Line 004", "Line 007"]);
});

test("nothing of the map is loaded before lines are opened", async ({ asUser }) => {
  const page = await asUser("operator", BLANK);
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto(ADDRESS);
  await page
    .getByRole("button", { name: /^Flight lines of/ })
    .first()
    .waitFor();
  expect(scripts.filter(isOfMap)).toEqual([]);
  await page
    .getByRole("button", { name: /^Flight lines of/ })
    .first()
    .click();
  await expect(dialog(page).getByRole("application")).toBeVisible();
  await expect.poll(() => scripts.filter(isOfMap).length).toBeGreaterThan(1);
});
