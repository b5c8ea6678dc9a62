import type { Page } from "@playwright/test";
import type { Scene } from "./scene.ts";
import { answer, change, fail, hold } from "./states.ts";

const LINES = /\/flightline_kmz$/;
const REFLIGHT = /\/reflight$/;

/** Opens the flight lines of a split flight's first area. */
async function openLines(page: Page): Promise<void> {
  await page.goto(`/ip?FlightID=${encodeURIComponent("$any FL000158")}`);
  await page
    .getByRole("button", { name: /^Flight lines of SL\d{6}, AOI 1$/ })
    .first()
    .click();
  await page.getByRole("dialog", { name: /^Flight Lines/ }).waitFor();
}

/** Until the map was fitted to its lines, or has none to wait for, and what it shows is painted. */
async function drawn(page: Page): Promise<void> {
  await page.getByRole("application").waitFor();
  await page.locator(".swath-picture canvas").waitFor();
  await page.waitForTimeout(4_000);
}

async function openReflight(page: Page): Promise<void> {
  await openLines(page);
  await page.getByRole("button", { name: "Reflight" }).click();
}

const scene = (name: string, open: (page: Page) => Promise<void>): Scene => ({
  name,
  account: "operator",
  open,
});

type Compared = Readonly<Record<string, unknown>>;

/** The flight-lines dialog of the processing dashboard. */
export const LINES_SCENES: readonly Scene[] = [
  scene("flight-lines-column", async (page) => {
    await page.goto(`/ip?FlightID=${encodeURIComponent("$any FL000158,FL000143,FL000101")}`);
    await page.getByRole("rowheader").first().waitFor();
  }),
  scene("flight-lines", async (page) => {
    await openLines(page);
    await drawn(page);
  }),
  scene("flight-lines-loading", async (page) => {
    await hold(page, LINES);
    await openLines(page);
    await page.getByText("Loading Flight Lines Map...").waitFor();
    await drawn(page);
  }),
  scene("flight-lines-failed", async (page) => {
    await fail(page, LINES);
    await openLines(page);
    await page.getByText("Load Flight Lines Failed").waitFor();
  }),
  scene("flight-lines-no-ground", async (page) => {
    await openLines(page);
    await page.getByText("The base map does not answer.").waitFor({ timeout: 60_000 });
    await drawn(page);
    for (let presses = 0; presses < 6; presses += 1) {
      await page.getByRole("button", { name: "Zoom Out" }).click();
      await page.waitForTimeout(400);
    }
    await drawn(page);
  }),
  scene("flight-lines-reflight", async (page) => {
    await openReflight(page);
    await page.getByRole("button", { name: "Download as CSV" }).waitFor();
    await drawn(page);
  }),
  scene("flight-lines-reflight-chosen", async (page) => {
    await openReflight(page);
    await page.getByRole("button", { name: "Line 004" }).click();
    await drawn(page);
  }),
  scene("flight-lines-reflight-long", async (page) => {
    await change(page, REFLIGHT, (json) => {
      const compared = json as Compared & { lines: object[] };
      const lines = Array.from({ length: 60 }, () => compared.lines).flat();
      return { ...compared, lines, unreadPlans: ["PRJ10001_old.kmz"], linesLeftOut: 12 };
    });
    await openReflight(page);
    await page.getByRole("button", { name: "Download as CSV" }).waitFor();
    await drawn(page);
  }),
  scene("flight-lines-reflight-no-plan", async (page) => {
    const none = { plans: [], unreadPlans: [], flownBy: "trajectory", lines: [], linesLeftOut: 0 };
    await answer(page, REFLIGHT, none);
    await openReflight(page);
    await page.getByText(/brought no flight plan/).waitFor();
    await drawn(page);
  }),
  scene("flight-lines-reflight-failed", async (page) => {
    await fail(page, REFLIGHT);
    await openReflight(page);
    await page.getByText(/could not be compared/).waitFor();
    await drawn(page);
  }),
];
