import type { Page } from "@playwright/test";
import { FILES, openReview } from "./review-scenes.ts";
import type { Scene } from "./scene.ts";
import { answer, change, hold } from "./states.ts";

const PROPOSAL = /\/file\?path=proposal\.json/;

/** Lists a file of proposed parameters beside an attempt's own, and answers it with a text. */
async function propose(page: Page, text?: string): Promise<void> {
  const file = { path: "proposal.json", kind: "report", size: 400, xxh128: "0".repeat(32) };
  await change(page, FILES, (files) => [...(files as readonly object[]), file]);
  if (text === undefined) return hold(page, PROPOSAL);
  await answer(page, PROPOSAL, {
    url: "/store/proposal.json",
    expires: "2026-11-28T23:00:00.000Z",
  });
  await page.route("/store/proposal.json", (route) => route.fulfill({ body: text }));
}

async function openProposal(page: Page): Promise<void> {
  await openReview(page, "Review results");
  await page.getByRole("button", { name: "Proposed parameters" }).click();
}

/** Of a record of the demonstration, so that its form opens too. */
async function proposalOf(page: Page): Promise<string> {
  await page.goto("/ip/params");
  const view = page.getByRole("link", { name: /^View / }).first();
  const record = /[0-9a-f]{24}/.exec((await view.getAttribute("href")) ?? "")?.[0];
  const values = {
    RefToIMUMountingAnglX: 0.1773,
    RefToIMUMountingAnglY: -0.0498,
    RefToIMUMountingAnglZ: 0.0502,
    PriGNSSLeverX: 0.642,
  };
  const deviations = {
    RefToIMUMountingAnglX: 0.0002,
    RefToIMUMountingAnglY: 0.0009,
    RefToIMUMountingAnglZ: 0.0011,
  };
  return JSON.stringify({ version: 1, record, values, deviations });
}

const scene = (name: string, open: (page: Page) => Promise<void>): Scene => ({
  name,
  account: "operator",
  open,
});

/** Calibration parameters that the strips of a flight tell, in a review and as a form. */
export const PROPOSAL_SCENES: readonly Scene[] = [
  scene("review-proposal", async (page) => {
    await propose(page, await proposalOf(page));
    await openProposal(page);
    await page.getByRole("link", { name: "Use as new parameters" }).waitFor();
  }),
  scene("review-proposal-loading", async (page) => {
    await propose(page);
    await openProposal(page);
    await page.getByText("Loading the report...").waitFor();
  }),
  scene("review-proposal-failed", async (page) => {
    await propose(page, "{}");
    await openProposal(page);
    await page.getByText("This report cannot be shown").waitFor();
  }),
  scene("review-proposal-form", async (page) => {
    await propose(page, await proposalOf(page));
    await openProposal(page);
    await page.getByRole("link", { name: "Use as new parameters" }).click();
    await page.locator('input[value="0.1773"]').waitFor();
  }),
];
