import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { systemClock } from "../apps/server/src/platform/clock/clock.ts";
import { openObjectStore } from "../apps/server/src/platform/open-store.ts";
import { expect, testOf } from "./fixtures.ts";
import { FLIGHT, seed } from "./seeded-objects.ts";
import { Swath } from "./swath.ts";

/** A server whose store held objects before it began. */
const test = testOf(async () => {
  return Swath.start({}, async (dataFolder) => {
    const options = { kind: "file", dataFolder, publicUrl: "" } as const;
    await seed(await openObjectStore(options, systemClock), FLIGHT);
  });
});

const address = (bucket: string, prefix = ""): string =>
  `/explorer?${new URLSearchParams({ bucket, prefix }).toString()}`;
const DEEP = address("swath-lidar", "FL000001/LiDAR/FL000001_045/");
const row = (page: Page, name: string | RegExp) => page.getByRole("row", { name });

/** Waits until the first scan is over. */
async function scanned(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto("/explorer");
    await expect(row(page, /swath-lidar \d{3} /)).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** Opens the selected row, as soon as its table has the focus. */
async function enter(page: Page): Promise<void> {
  await expect(page.getByRole("grid")).toBeFocused();
  await page.keyboard.press("Enter");
}

test("a person walks from the buckets to a file by keyboard, and back by the browser", async ({
  asUser,
}) => {
  const page = await asUser("crew");
  await expect(page.getByRole("link", { name: "DATA MANAGEMENT" })).toHaveCount(0);
  await scanned(page);
  await expect(page.getByRole("link", { name: "DATA MANAGEMENT" })).toBeVisible();
  await enter(page);
  await expect(page).toHaveURL(/bucket=swath-lidar/);
  await expect(row(page, /FL000001\/ Folder 5 objects - 39 B/)).toBeVisible();
  await enter(page);
  await expect(page).toHaveURL(/prefix=FL000001%2F/);
  await expect(row(page, /LiDAR\//)).toBeVisible();
  await enter(page);
  await expect(row(page, /FL000001_metadata\.json/)).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(row(page, /FL000002/)).toBeVisible();
  await page.goto("/post");
  await expect(page.getByRole("link", { name: "DATA MANAGEMENT" })).toHaveCount(0);
});

test("an address opens its folder for a colleague", async ({ asUser }) => {
  const page = await asUser("office", DEEP);
  await expect(page.getByText("Überflug <i>1 & 2.txt")).toBeVisible();
  await expect(page).toHaveTitle(/swath-lidar\/FL000001\/LiDAR\/FL000001_045\//);
  const crumbs = page.getByRole("navigation", { name: "Folder" });
  await expect(crumbs).toHaveText("swath-lidarFL000001LiDARFL000001_045/");
  await crumbs.getByRole("link", { name: "LiDAR" }).click();
  await expect(row(page, /FL000001_metadata\.json/)).toBeVisible();
});

test("a file is saved under its own name, byte for byte, and the page stays", async ({
  asUser,
}) => {
  const page = await asUser("crew", DEEP);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download Überflug <i>1 & 2.txt" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^Überflug .i.1 & 2\.txt$/);
  expect(await readFile(await saved.path(), "utf8")).toBe("a name to be careful with");
  await expect(page).toHaveURL(new RegExp(encodeURIComponent("FL000001_045/")));
});

test("a search finds by a part of the name and leads to the folder", async ({ asUser }) => {
  const page = await asUser("crew");
  await scanned(page);
  await page.goto(address("swath-lidar", "FL000001/"));
  await page.getByRole("textbox", { name: "Search below this folder" }).fill("gps");
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 found.")).toBeVisible();
  await expect(page).toHaveURL(/search=gps/);
  await page.getByRole("button", { name: "More for GPS.001" }).click();
  await page.getByRole("menuitem", { name: "Open its folder" }).click();
  await expect(page).toHaveURL(/FL000001_045%2FPOS%2F/);
});
