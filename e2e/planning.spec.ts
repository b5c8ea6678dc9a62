import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import {
  linkKmz,
  planKmz,
  shapefileOf,
} from "../apps/web/src/features/planning/testing/plan-files.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { dropFiles, keptIn, mapRests, pickFiles, still } from "./plan-files.ts";
import { Swath } from "./swath.ts";

const HUNTER = planKmz("Hunter.kmz", [151.2, -32.7], 6);
const RIDGE = planKmz("Ridge.kmz", [151.6, -32.7], 4);

const row = (page: Page, name: string) =>
  page.getByRole("row", { name: new RegExp(`^Select ${name} `) });
const selected = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible();
const associate = (page: Page) =>
  page.getByRole("button", { name: "Associate Selected Project with Geometry" });
const instruction = (page: Page, site: string) =>
  page
    .getByRole("list", { name: "Instructions" })
    .getByRole("button", { name: new RegExp(`^PRJ\\d+ ${site}`) });

test("a line that is clicked on the map is selected in the table, which shows it", async ({
  asUser,
}) => {
  const page = await asUser("crew", "/post/extract?filter=lines");
  await still(page);
  await pickFiles(page, [planKmz("Long.kmz", [151.2, -32.7], 41)]);
  await selected(page, "42 features, 0 selected");
  await mapRests(page);
  const { x, y, width, height } = (await page.getByRole("application").boundingBox())!;
  // The middle one of 41 runs through the middle of what is loaded, and the tie line across it.
  await page.mouse.click(x + width * 0.47, y + height / 2);
  await selected(page, "42 features, 1 selected");
  const chosen = page.getByRole("checkbox", { name: /^Select Long/, checked: true });
  await expect(chosen).toBeInViewport();
});

test("by keyboard alone a plan is loaded, a range of rows associated, cross-strips corrected, undone", async ({
  asUser,
}) => {
  const page = await asUser("crew", "/post/extract");
  // A key comes at once: the chooser has to be awaited by the browser before.
  const chooser = page.waitForEvent("filechooser");
  const load = page.getByRole("button", { name: "Load geometry" });
  await expect(load).toBeEnabled();
  await load.focus();
  await page.keyboard.press("Enter");
  await (
    await chooser
  ).setFiles([{ name: HUNTER.name, mimeType: "", buffer: Buffer.from(HUNTER.bytes) }]);
  await selected(page, "8 features, 0 selected");
  await page.getByRole("grid", { name: "Geometry" }).focus();
  for (const key of ["Space", "ArrowDown", "ArrowDown", "ArrowDown", "Shift+Space"])
    await page.keyboard.press(key);
  await selected(page, "8 features, 4 selected");
  await instruction(page, "Upper Reach").focus();
  await page.keyboard.press("Enter");
  await associate(page).focus();
  await page.keyboard.press("Enter");
  await expect(row(page, "Hunter 4")).toContainText("Upper Reach");
  await page.keyboard.press("Control+z");
  await expect(row(page, "Hunter 4")).not.toContainText("Upper Reach");
  await page.keyboard.press("Control+Shift+Z");
  await expect(row(page, "Hunter 4")).toContainText("Upper Reach");
  await page.getByRole("button", { name: "Auto cross-strip determination" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 cross-strip found")).toBeVisible();
  await page.getByRole("grid", { name: "Geometry" }).focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Mark as no cross-strips" }).focus();
  await page.keyboard.press("Enter");
  await expect(row(page, "Tie")).not.toContainText("Yes");
});

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
