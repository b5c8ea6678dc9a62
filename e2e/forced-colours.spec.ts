import type { Locator, Page } from "@playwright/test";
import { readyUpload, tokenOf } from "./api.ts";
import { BLANK, expect, test } from "./fixtures.ts";
import { sampleFolder } from "./folder.ts";

/** One colour of an element, as it is painted. */
const painted = (element: Locator, property: string): Promise<string> =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

const tab = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

test("where the system sets the colours, the active tab and the bars of the time line are seen", async ({
  swath,
  asUser,
  place,
}) => {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
  const page = await asUser("crew", BLANK);
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`/post/${upload.flightId}`);
  const active = tab(page, `FLIGHT ${upload.flightId}`);
  await expect(active).toHaveAttribute("aria-current", "page");
  const line = "border-bottom-color";
  expect(await painted(active, line)).not.toBe(await painted(tab(page, "DASHBOARD"), line));

  await page.goto(`/post/${upload.flightId}/check?upload=${upload.uploadId}`);
  await page.getByLabel("Flight folder").setInputFiles(sampleFolder(upload, place, "--no-big"));
  const bar = page.locator("[title]", { has: page.locator(":scope:not(:has(*))") });
  const gps = bar.and(page.getByTitle(/\.000/)).first();
  await expect(gps).toBeVisible();
  const ground = "background-color";
  expect(await painted(gps, ground)).not.toBe(await painted(page.locator("body"), ground));
});
