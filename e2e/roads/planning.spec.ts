import { planKmz, shapefileOf } from "../../apps/web/src/planning/testing/plan-files.ts";
import type { Page } from "@playwright/test";
import { expect } from "../fixtures.ts";
import {
  drawLasso,
  dropFiles,
  persistedAssociations,
  mapRests,
  pickFiles,
  still,
} from "../plan-files.ts";
import { test } from "./road.ts";

const HUNTER = planKmz("Hunter.kmz", [151.2, -32.7], 6);
const RIDGE = planKmz("Ridge.kmz", [151.6, -32.7], 4);

const row = (page: Page, name: string) =>
  page.getByRole("row", { name: new RegExp(`^Select ${name} `) });
const selected = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible();
const instruction = (page: Page, site: string) =>
  page
    .getByRole("list", { name: "Instructions" })
    .getByRole("button", { name: new RegExp(`^PRJ\\d+ ${site}`) });

test("a plan is loaded, selected by lasso and click, associated, kept over a reload and in a link", async ({
  asUser,
}) => {
  const page = await asUser("crew", "/post");
  await still(page);
  await page.getByRole("link", { name: "Range extraction" }).click();
  await expect(page).toHaveTitle(/Flight-planning map for range extraction$/);
  await pickFiles(page, [HUNTER]);
  await selected(page, "8 features, 0 selected");
  const { parts } = await shapefileOf(RIDGE);
  await dropFiles(page, parts);
  await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  await selected(page, "13 features, 0 selected");
  await page.getByRole("radio", { name: "Flight Lines" }).check();
  await selected(page, "12 features, 0 selected");
  await page.getByRole("button", { name: "Add to selection" }).click();
  await mapRests(page);
  // The left half: Hunter's lines, and of its area nothing.
  await drawLasso(page, [
    [0.01, 0.02],
    [0.5, 0.02],
    [0.5, 0.98],
    [0.01, 0.98],
  ]);
  await selected(page, "12 features, 7 selected");
  await page.keyboard.press("Escape");
  await instruction(page, "Lower Reach").click();
  await expect(page).toHaveURL(/instruction=PRJ10006/);
  await page.getByRole("button", { name: "Associate Selected Project with Geometry" }).click();
  await expect(row(page, "Hunter 1")).toContainText("Lower Reach");
  await expect(page.getByText(/^7\slines · /)).toBeVisible();
  await expect(page).toHaveURL(/at=/);
  await expect.poll(() => persistedAssociations(page)).toBe(7);
  await page.reload();
  await expect(page.getByText(/are restored\.$/)).toBeVisible();
  await expect(row(page, "Hunter 1")).toContainText("Lower Reach");
  await expect(page.getByRole("radio", { name: "Flight Lines" })).toBeChecked();
  await expect(instruction(page, "Lower Reach")).toHaveAttribute("aria-pressed", "true");
});
