import type { Page } from "@playwright/test";
import { everyCondition, everyStatus, longPipelines } from "./listed-processings.ts";
import type { Scene } from "./scene.ts";
import { change, fail, hold } from "./states.ts";

export const LIST = /\/api\/processing\/processing\?/;
const TERRAIN_MAPPER = /\/api\/terrain-mapper\/processing\?/;

export async function rows(page: Page, address = "/ip"): Promise<void> {
  await page.goto(address);
  await page
    .getByRole("rowheader")
    .filter({ hasText: /SL\d{6}/ })
    .first()
    .waitFor();
}

/** The menu of the first job that offers such an action. */
export async function openMenu(page: Page, action: RegExp): Promise<void> {
  const cells = page.locator("tbody button[aria-haspopup=menu]");
  for (const cell of await cells.all()) {
    await cell.click();
    const item = page.getByRole("menuitem", { name: action });
    if ((await item.count()) > 0 && (await item.first().isEnabled())) return;
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
  }
  throw new Error(`no job offers ${action}`);
}

export const statusPage = (status: string) => `/ip?Status=${encodeURIComponent(`$any ${status}`)}`;

export const scene = (
  name: string,
  account: "operator" | "crew" | "guest" | "processing",
  open: (page: Page) => Promise<void>,
): Scene => ({ name, account, open });

const LISTS: readonly Scene[] = [
  scene("processing-full", "operator", (page) => rows(page)),
  scene("processing-past", "operator", (page) => rows(page, "/ip?page=3")),
  scene("processing-guest", "guest", (page) => rows(page, "/ip?page=3")),
  scene("processing-only-user", "processing", (page) => rows(page, "/")),
  scene("processing-statuses", "operator", async (page) => {
    await change(page, LIST, everyStatus);
    await rows(page);
  }),
  scene("processing-conditions", "operator", async (page) => {
    await change(page, LIST, everyCondition);
    await rows(page);
  }),
  scene("processing-columns", "operator", async (page) => {
    await rows(page);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("button", { name: "Compact" }).click();
    await page.getByRole("checkbox", { name: "Flight Lines" }).click();
  }),
  scene("processing-arranged", "operator", async (page) => {
    await rows(page);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("button", { name: "Compact" }).click();
    const wider = page.getByRole("button", { name: "Processing Template: wider" });
    for (let n = 0; n < 5; n += 1) await wider.click();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }),
  scene("processing-unfolded-tabs", "operator", async (page) => {
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto("/ip");
    await page.getByRole("button", { name: "All of Processing" }).click();
    await page.getByRole("button", { name: "All of Areas" }).click();
  }),
  scene("processing-legend", "operator", async (page) => {
    await rows(page);
    await page.getByRole("button", { name: "Legend" }).click();
    await page.getByText(/Bound missed:/).waitFor();
  }),
  scene("processing-loading", "crew", async (page) => {
    await hold(page, LIST);
    await page.goto("/ip");
    await page.getByText("Loading Processings...").first().waitFor();
  }),
  scene("processing-empty", "crew", async (page) => {
    await page.goto("/ip?FlightID=$any FL999999");
    await page.getByText("No valid data available").waitFor();
  }),
  scene("processing-failed", "crew", async (page) => {
    await fail(page, LIST);
    await page.goto("/ip");
    await page.getByText("Processings could not be loaded").waitFor();
  }),
  scene("processing-stale", "crew", async (page) => {
    await rows(page);
    await fail(page, LIST);
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await page.getByText(/^Could not be refreshed/).waitFor();
  }),
  scene("processing-filters", "crew", async (page) => {
    await rows(page);
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Processing Template").waitFor();
  }),
  scene("processing-filtered", "crew", (page) =>
    rows(
      page,
      `${statusPage("FAILED")}&ProcessingTemplate=${encodeURIComponent("$any LiDAR-MiningAI")}`,
    ),
  ),
];

const TERRAIN_MAPPER_SCENES: readonly Scene[] = [
  scene("terrain-mapper-full", "operator", (page) => rows(page, "/iptm")),
  scene("terrain-mapper-carousel", "operator", async (page) => {
    await change(page, TERRAIN_MAPPER, longPipelines);
    await rows(page, "/iptm");
    await page
      .getByRole("button", { name: /^Next steps/ })
      .first()
      .click();
  }),
  scene("terrain-mapper-loading", "crew", async (page) => {
    await hold(page, TERRAIN_MAPPER);
    await page.goto("/iptm");
    await page.getByText("Loading...").first().waitFor();
  }),
  scene("terrain-mapper-empty", "crew", async (page) => {
    await page.goto("/iptm?FlightID=$any FL999999");
    await page.getByText("No valid data available").waitFor();
  }),
  scene("terrain-mapper-failed", "crew", async (page) => {
    await fail(page, TERRAIN_MAPPER);
    await page.goto("/iptm");
    await page.getByText(/^Error: /).waitFor();
  }),
];

export const PROCESSING_SCENES: readonly Scene[] = [...LISTS, ...TERRAIN_MAPPER_SCENES];
