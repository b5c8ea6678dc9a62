import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { violationsOfBothLooks } from "./axe.ts";
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

test("flight lines are drawn where they were flown, and what was missed beside; no axe violation", async ({
  asUser,
}) => {
  const page = await asUser("operator", BLANK);
  await openLines(page);
  // Fitted: from Australia to some kilometres.
  await expect.poll(() => scale(page)).toMatch(/^\d{1,3} k?m$/);
  expect.soft(await violationsOfBothLooks(page), "lines").toEqual([]);
  await dialog(page).getByRole("button", { name: "Reflight" }).click();
  const list = dialog(page).getByRole("region", { name: "Reflight list" });
  await expect(list.getByRole("heading")).toHaveText(/^Missed: \d.* on 2 of \d+ planned lines$/);
  await expect(list.getByRole("rowheader")).toHaveText(["Line 004", "Line 007"]);
  expect.soft(await violationsOfBothLooks(page), "reflight").toEqual([]);
});

test("lines are opened by a link, and closed by the browser's way back or by Close Map", async ({
  asUser,
}) => {
  const page = await asUser("guest", BLANK);
  await openLines(page);
  await dialog(page).getByRole("button", { name: "Reflight" }).click();
  await expect(page).toHaveURL(/lines=[0-9a-f]{24}.*reflight=true/);
  const link = page.url();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  expect(page.url()).not.toContain("lines=");
  await page.goto(link);
  await expect(dialog(page).getByRole("region", { name: "Reflight list" })).toBeVisible();
  await dialog(page).getByRole("button", { name: "Close Map" }).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(page.url()).not.toContain("lines=");
});

test("by keyboard alone: open, zoom, choose a missed line, close; focus returns to the button", async ({
  asUser,
}) => {
  const page = await asUser("operator", ADDRESS);
  const opener = page.getByRole("button", { name: /^Flight lines of SL\d{6}, AOI 1$/ }).first();
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => scale(page)).toMatch(/^\d{1,3} k?m$/);
  const fitted = await scale(page);
  await dialog(page).getByRole("button", { name: "Zoom Out" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect.poll(() => scale(page)).not.toBe(fitted);
  await dialog(page).getByRole("button", { name: "Reflight" }).focus();
  await page.keyboard.press("Space");
  const line = dialog(page).getByRole("button", { name: "Line 007" });
  await line.focus();
  await page.keyboard.press("Enter");
  await expect(line).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("the reflight list is downloaded as CSV", async ({ asUser }) => {
  const page = await asUser("operator", BLANK);
  await openLines(page);
  await dialog(page).getByRole("button", { name: "Reflight" }).click();
  const downloading = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name: "Download as CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^SL\d{6} AOI 1 reflight\.csv$/);
  const [head, ...rows] = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(head).toContain("Line,Cross-strip,Missed (km)");
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatch(/^Line 004,no,\d\.\d{3},/);
});

test("what cannot be loaded is said, and tried again", async ({ asUser }) => {
  const page = await asUser("operator", BLANK);
  const failing = { now: true };
  await page.route(/flightline_kmz/, async (route) =>
    failing.now ? route.abort() : route.continue(),
  );
  await page.goto(ADDRESS);
  await page
    .getByRole("button", { name: /^Flight lines of/ })
    .first()
    .click();
  await expect(dialog(page).getByText("Load Flight Lines Failed")).toBeVisible();
  expect.soft(await violationsOfBothLooks(page), "failed").toEqual([]);
  failing.now = false;
  await dialog(page).getByRole("button", { name: "Try again" }).click();
  await expect(dialog(page).getByRole("application")).toBeVisible();
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
