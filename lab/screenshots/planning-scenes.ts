import type { Page } from "@playwright/test";
import { linkKmz, planKmz, shapefileOf } from "../../apps/web/src/planning/testing/plan-files.ts";
import { dragLasso, dropFiles, pickFiles } from "../../e2e/plan-files.ts";
import type { Scene } from "./scene.ts";
import { answer, fail } from "./states.ts";

const LIST = /\/api\/processing\/instruction(\?|$)/;
const HUNTER = planKmz("PRJ10001 Hunter.kmz", [151.2, -32.7]);
const RIDGE = planKmz("PRJ10002 Ridge.kmz", [151.45, -32.75], 8);

async function open(page: Page): Promise<void> {
  await page.goto("/post/extract");
  await page.getByText(/^Load geometry: /).waitFor();
  await page
    .getByRole("button", { name: /^Assign to All/ })
    .first()
    .waitFor();
}

async function load(page: Page): Promise<void> {
  await open(page);
  await pickFiles(page, [HUNTER, RIDGE]);
  await page
    .getByRole("row", { name: /Hunter 1/ })
    .first()
    .waitFor();
}

const AROUND_LEFT = [
  [0.05, 0.1],
  [0.45, 0.1],
  [0.5, 0.55],
  [0.05, 0.6],
] as const;

async function lasso(page: Page): Promise<void> {
  await load(page);
  await page.getByRole("button", { name: "Add to selection" }).click();
  await dragLasso(page, AROUND_LEFT);
}

async function assign(page: Page): Promise<void> {
  await lasso(page);
  await page.mouse.up();
  await page.keyboard.press("Escape");
  const sites = page
    .getByRole("list", { name: "Instructions" })
    .getByRole("button", { pressed: false });
  await sites.first().click();
  await page.getByRole("button", { name: "Associate Selected Project with Geometry" }).click();
}

/** The flight-planning map in each of its states. */
export const PLANNING_SCENES: readonly Scene[] = [
  { name: "planning-empty", account: "crew", open },
  {
    name: "planning-guest",
    account: "guest",
    async open(page) {
      await page.goto("/post/extract");
      await page.getByText(/not shown to guests/).waitFor();
    },
  },
  {
    name: "planning-no-instructions",
    account: "crew",
    async open(page) {
      await answer(page, LIST, []);
      await page.goto("/post/extract");
      await page.getByText("No instructions found").waitFor();
    },
  },
  {
    name: "planning-instructions-failed",
    account: "crew",
    async open(page) {
      await fail(page, LIST);
      await page.goto("/post/extract");
      await page.getByText(/instructions could not be loaded/).waitFor();
    },
  },
  { name: "planning-loaded", account: "crew", open: load },
  { name: "planning-lasso", account: "crew", open: lasso },
  { name: "planning-assigned", account: "crew", open: assign },
  {
    name: "planning-cross-strips",
    account: "crew",
    async open(page) {
      await load(page);
      await page.getByRole("button", { name: "Auto cross-strip determination" }).click();
      await page.getByText("2 cross-strips found").waitFor();
    },
  },
  {
    name: "planning-add-replace",
    account: "crew",
    async open(page) {
      await load(page);
      await dropFiles(page, [RIDGE]);
      await page.getByRole("dialog", { name: "Add or replace geometry?" }).waitFor();
    },
  },
  {
    name: "planning-crs-question",
    account: "crew",
    async open(page) {
      await open(page);
      const { parts } = await shapefileOf(HUNTER);
      await dropFiles(
        page,
        parts.filter(({ name }) => !name.endsWith(".prj")),
      );
      await page.getByRole("dialog", { name: "Which coordinate system?" }).waitFor();
    },
  },
  {
    name: "planning-restored",
    account: "crew",
    async open(page) {
      await assign(page);
      await page.waitForTimeout(800);
      await page.reload();
      await page.getByText(/are restored/).waitFor();
    },
  },
  {
    name: "planning-clear-all",
    account: "crew",
    async open(page) {
      await load(page);
      await page.getByRole("button", { name: "Clear all loaded files" }).click();
      await page.getByRole("dialog", { name: "Clear all loaded files?" }).waitFor();
    },
  },
  {
    name: "planning-failures",
    account: "crew",
    async open(page) {
      await open(page);
      await dropFiles(page, [
        HUNTER,
        linkKmz("linked.kmz", "https://plans.example/more.kml"),
        { name: "sites.geojson", bytes: new TextEncoder().encode("{}") },
        { name: "broken.kmz", bytes: HUNTER.bytes.subarray(0, 400) },
      ]);
      await page.getByText("2 files were not loaded").waitFor();
    },
  },
];
