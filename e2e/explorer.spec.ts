import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { systemClock } from "../apps/server/src/platform/clock.ts";
import { openObjectStore } from "../apps/server/src/platform/object-store/from-config.ts";
import { call, tokenOf } from "./api.ts";
import { violationsOfBothLooks } from "./axe.ts";
import { BLANK, expect, testOf } from "./fixtures.ts";
import { FLIGHT, plant } from "./planted-objects.ts";
import { Swath } from "./swath.ts";

/** A server whose store held objects before it began. */
const test = testOf(async () => {
  return Swath.start({}, async (dataFolder) => {
    const options = { kind: "file", dataFolder, publicUrl: "" } as const;
    await plant(await openObjectStore(options, systemClock), FLIGHT);
  });
});

const address = (bucket: string, prefix = ""): string =>
  `/explorer?${new URLSearchParams({ bucket, prefix }).toString()}`;
const DEEP = address("swath-lidar", "FL000001/LiDAR/FL000001_045/");
const grid = (page: Page) => page.getByRole("grid");
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

test("a folder of 650 files comes in three pages", async ({ asUser }) => {
  const page = await asUser("crew", address("swath-lidar", "FL000002/LiDAR/LAZ/"));
  await expect(page.getByText("1–300 of")).toBeVisible();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(row(page, /strip_00300\.las/)).toBeVisible();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("601–650 of 650")).toBeVisible();
  await grid(page).press("End");
  await expect(row(page, /strip_00649\.las/)).toBeVisible();
});

test("a folder is sorted over all its pages; page and order are in the address", async ({
  asUser,
}) => {
  const page = await asUser("crew", address("swath-lidar", "FL000002/LiDAR/LAZ/"));
  await expect(page.getByText("1–300 of 650")).toBeVisible();
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect(row(page, /strip_00649\.las/)).toBeVisible();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(row(page, /strip_00349\.las/)).toBeVisible();
  await expect(page).toHaveURL(/page=2.*sort=-name|sort=-name.*page=2/);
  await page.reload();
  await expect(page.getByText("301–600 of 650")).toBeVisible();
  await expect(row(page, /strip_00349\.las/)).toBeVisible();
  await page.goBack();
  await expect(page.getByText("1–300 of 650")).toBeVisible();
});

test("an address that leads to no folder says why", async ({ asUser }) => {
  const page = await asUser("crew", address("swath-lidar", "FL000002/../"));
  await expect(page.getByText("This address leads to no folder")).toBeVisible();
  await expect(page.getByText("FL000002/../: the prefix holds . or ..")).toBeVisible();
  await page.goto(address("No Bucket"));
  await expect(page.getByText("No Bucket: that is no name of a bucket")).toBeVisible();
  await page.getByRole("link", { name: "See the buckets that are open to you." }).click();
  await expect(row(page, /swath-lidar/)).toBeVisible();
  await page.goto(address("swath-lidar", "FL000002//"));
  await expect(page.getByText("You don't have any objects in this folder.")).toBeVisible();
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

test("empty, refused and failed folders say so", async ({ asUser }) => {
  const page = await asUser("crew", address("swath-lidar", "none/"));
  await expect(page.getByText("You don't have any objects in this folder.")).toBeVisible();
  await page.goto(address("swath-uploads"));
  await expect(page.getByText("This bucket is not open to you")).toBeVisible();
  await page.route("**/api/processing/explorer?*", (route) => route.abort());
  await page.goto(address("swath-lidar", "FL000001/"));
  await expect(page.getByText("Failed to load objects")).toBeVisible();
  await expect(page.getByText("Please refresh the page.")).toBeVisible();
  await page.unroute("**/api/processing/explorer?*");
  await page.getByRole("button", { name: "Refresh the page" }).click();
  await expect(row(page, /LiDAR\//)).toBeVisible();
});

test("guests see the buckets of the processing areas, without downloads; processing-only users see none", async ({
  asUser,
  swath,
}) => {
  const page = await asUser("guest", "/explorer");
  await expect(row(page, /swath-processing/)).toBeVisible();
  await expect(row(page, /swath-lidar/)).toHaveCount(0);
  await page.goto(address("swath-processing", "guid-1/output/"));
  await expect(page.getByText("report.txt")).toBeVisible();
  await expect(page.getByRole("button", { name: "Download report.txt" })).toHaveCount(0);
  const body = JSON.stringify({ bucket: "swath-processing", key: "guid-1/output/report.txt" });
  const headers = { "content-type": "application/json" };
  const path = "/processing/explorer/download";
  const refused = await call(swath, tokenOf(swath, "guest"), path, {
    method: "POST",
    headers,
    body,
  });
  expect(refused.status).toBe(403);
  for (const url of ["/processing/explorer/buckets", "/processing/explorer?bucket=swath-ai"])
    expect((await call(swath, tokenOf(swath, "processing"), url)).status).toBe(403);
});

test("the explorer has no axe violation, light or dark", async ({ asUser }) => {
  const page = await asUser("crew", BLANK);
  const pages: [address: string, landmark: RegExp][] = [
    ["/explorer", /swath-lidar/],
    [DEEP, /Überflug/],
    [`${address("swath-lidar")}&search=strip`, /are not all/],
    [address("swath-lidar", "none/"), /No objects/],
    [address("swath-uploads"), /not open to you/],
    [address("swath-lidar", "../"), /leads to no folder/],
  ];
  for (const [at, landmark] of pages) {
    await page.goto(at);
    await expect(page.getByText(landmark).first()).toBeVisible();
    expect.soft(await violationsOfBothLooks(page), at).toEqual([]);
  }
});
