import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { linkKmz, planKmz, shapefileOf } from "../apps/web/src/planning/testing/plan-files.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { dropFiles, keptIn, pickFiles } from "./plan-files.ts";
import { Swath } from "./swath.ts";

const HUNTER = planKmz("Hunter.kmz", [151.2, -32.7], 6);
const RIDGE = planKmz("Ridge.kmz", [151.6, -32.7], 4);

const selected = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible();
test("what is dropped is asked about, refused with its reason, and no link is followed", async ({
  asUser,
}) => {
  const page = await asUser("crew", "/post/extract");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const { parts } = await shapefileOf(RIDGE);
  await selected(page, "0 features, 0 selected");
  await dropFiles(page, [
    ...parts.filter(({ name }) => !name.endsWith(".prj")),
    { name: "sites.geojson", bytes: new Uint8Array([123, 125]) },
    linkKmz("linked.kmz", "https://plans.example/more.kml"),
  ]);
  const dialog = page.getByRole("dialog", { name: "Which coordinate system?" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("radio", { name: "WGS 84 (EPSG:4326)" }).check();
  await dialog.getByRole("button", { name: "Load" }).click();
  await selected(page, "6 features, 0 selected");
  await expect(page.getByText("sites.geojson: only shp and kmz")).toBeVisible();
  await expect(page.getByText("https://plans.example/more.kml")).toBeVisible();
  expect(asked.filter((url) => url.includes("plans.example"))).toEqual([]);
  await dropFiles(page, [HUNTER]);
  await expect(page.getByRole("dialog", { name: "Add or replace geometry?" })).toBeVisible();
  await page.getByRole("button", { name: "Replace" }).click();
  await selected(page, "8 features, 0 selected");
});

test("Logout leaves nothing of the work in the browser", async ({ asUser }) => {
  const page = await asUser("crew", "/post/extract");
  await pickFiles(page, [HUNTER]);
  await selected(page, "8 features, 0 selected");
  await expect.poll(() => keptIn(page)).toBe(2);
  await page.getByRole("button", { name: "Casey Crew" }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await page.waitForURL(/\/login/);
  await expect.poll(() => keptIn(page)).toBe(0);
});

test("what is associated is saved as GeoJSON, KMZ and shapefile where the setting allows it", async ({
  browser,
}) => {
  test.slow();
  const swath = await Swath.start({ SWATH_PLAN_EXPORT: "true" });
  try {
    const page = await browser.newPage({ baseURL: swath.origin });
    await signIn(page, "crew", "/post/extract");
    await pickFiles(page, [HUNTER]);
    await page.getByRole("button", { name: /^Assign to All: PRJ10006 Lower/ }).click();
    const sizes: number[] = [];
    for (const format of ["GeoJSON", "KMZ", "Shapefile"]) {
      await page.getByRole("button", { name: "Export" }).click();
      const saved = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: format }).click();
      sizes.push((await readFile(await (await saved).path())).byteLength);
      if (format === "KMZ") {
        const bytes = await readFile(await (await saved).path());
        await page.getByRole("button", { name: "Clear all loaded files" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Clear all" }).click();
        await pickFiles(page, [{ name: "again.kmz", bytes }]);
        await selected(page, "8 features, 0 selected");
        await page.getByRole("button", { name: /^Assign to All: PRJ10006 Lower/ }).click();
      }
    }
    for (const size of sizes) expect(size).toBeGreaterThan(300);
    await page.close();
  } finally {
    await swath.stop();
  }
});
