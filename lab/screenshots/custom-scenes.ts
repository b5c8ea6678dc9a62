import type { Page } from "@playwright/test";
import type { Scene } from "./scene.ts";
import { answer, fail, hold } from "./states.ts";

const LOGS = /\/api\/processing\/sensors\?/;
const GPS = /\/list_gps(\?|$)/;
const RANGE = /\/list_range(\?|$)/;
const PREFLIGHT = /\/submit_custom\/preflight$/;
const SUBMIT = /\/submit_custom$/;

const recorded = Array.from({ length: 14 }, (_, n) => `PMV_2026.${String(n).padStart(3, "0")}`);
const ranges = Array.from(
  { length: 30 },
  (_, n) => `20260314_${String(n + 1).padStart(4, "0")}.range`,
);

/** Looks up the first flight of the dashboard. */
async function lookUp(page: Page): Promise<void> {
  await page.goto("/ip?ProcessingTemplate=$any LiDAR-MiningAI");
  const flight = await page
    .getByText(/^FL\d{6}$/)
    .first()
    .innerText();
  await page.goto("/ip/custom_processing/sensor");
  await page.getByRole("textbox", { name: "Flight ID" }).fill(flight.slice(2));
}

/** Opens the panel of its first log, whose files are as a recorded flight's would be. */
async function select(page: Page): Promise<void> {
  await answer(page, GPS, recorded);
  await answer(page, RANGE, ranges);
  await lookUp(page);
  await page
    .getByRole("radio", { name: /^Select / })
    .first()
    .check();
  await page.getByRole("button", { name: /^Custom GPS/ }).click();
  await page.getByRole("checkbox", { name: recorded[0]! }).waitFor();
}

async function chooseAll(page: Page): Promise<void> {
  await select(page);
  await page.getByRole("button", { name: "SELECT ALL" }).first().click();
}

/** Exterior orientation alone needs no files: the server itself says what it would find. */
async function orientation(page: Page): Promise<void> {
  await lookUp(page);
  await page
    .getByRole("radio", { name: /^Select / })
    .first()
    .check();
  await page.getByRole("radio", { name: "Imagery EO Processing Only" }).check();
  await page.getByRole("region", { name: "Preflight of GPS & EO" }).waitFor();
}

async function submit(page: Page): Promise<void> {
  await orientation(page);
  await page.getByRole("checkbox", { name: "Submit nevertheless" }).check();
  await page.getByRole("button", { name: "SUBMIT", exact: true }).click();
}

const scene = (name: string, open: (page: Page) => Promise<void>, account = "crew"): Scene => ({
  name,
  account,
  open,
});

/** Custom processing, in each of its states. */
export const CUSTOM_SCENES: readonly Scene[] = [
  scene("custom-empty", async (page) => {
    await page.goto("/ip/custom_processing/sensor");
    await page.getByText("Please enter a Flight ID above").waitFor();
  }),
  scene("custom-loading", async (page) => {
    await hold(page, LOGS);
    await lookUp(page);
    await page.getByText(/^Loading sensors of/).waitFor();
  }),
  scene("custom-failed", async (page) => {
    await fail(page, LOGS);
    await lookUp(page);
    await page.getByText(/could not be loaded/).waitFor();
  }),
  scene("custom-none-found", async (page) => {
    await answer(page, LOGS, []);
    await lookUp(page);
    await page.getByRole("textbox", { name: "Flight ID" }).waitFor();
  }),
  scene("custom-no-files", async (page) => {
    await lookUp(page);
    await page
      .getByRole("radio", { name: /^Select / })
      .first()
      .check();
    await page.getByRole("button", { name: /^Custom GPS/ }).click();
    await page.getByText("This sensor log has no GPS files.").waitFor();
  }),
  scene("custom-faults", async (page) => {
    await select(page);
    await page.getByRole("button", { name: /^Custom LMS/ }).click();
    for (const n of [0, 1, 5]) await page.getByRole("checkbox", { name: recorded[n]! }).check();
    await page.getByRole("textbox", { name: "Start time" }).fill("604801");
    await page.getByRole("textbox", { name: "End time" }).fill("6");
    await page
      .getByText(/non-contiguous files/)
      .first()
      .waitFor();
  }),
  scene("custom-preflight-loading", async (page) => {
    await hold(page, PREFLIGHT);
    await chooseAll(page);
    await page.getByText("Looking up what it would find...").waitFor();
  }),
  scene("custom-preflight", orientation),
  scene("custom-preflight-refused", async (page) => {
    // The server knows none of these files.
    await chooseAll(page);
    await page.getByText(/^What it would find could not be looked up/).waitFor();
  }),
  scene("custom-submitting", async (page) => {
    await hold(page, SUBMIT);
    await submit(page);
    await page.getByRole("progressbar").first().waitFor();
  }),
  scene("custom-refused", async (page) => {
    await fail(page, SUBMIT);
    await submit(page);
    await page.getByText(/^It was not submitted/).waitFor();
  }),
  scene(
    "custom-guest",
    async (page) => {
      await page.goto("/ip/custom_processing/sensor");
      await page.getByRole("heading").first().waitFor();
    },
    "guest",
  ),
];
