import type { Page } from "@playwright/test";
import { openMenu, rows, statusPage } from "./processing-scenes.ts";
import type { Scene } from "./scene.ts";
import { change, fail, hold } from "./states.ts";

const IMPACT = /\/api\/processing\/processing\/[^/]+\/[^/]+\/impact/;
const PREFLIGHT = /\/api\/processing\/processing\/[^/]+\/[^/]+\/preflight/;

/** The dialog that confirms the resubmission of a job that failed. */
async function openDialog(page: Page): Promise<void> {
  await rows(page, statusPage("FAILED"));
  await openMenu(page, /^Resubmit /);
  await page.getByRole("menuitem", { name: /^Resubmit / }).click();
  await page.getByRole("dialog").waitFor();
}

/** As if two files of twenty had failed of the last attempt of a stage with a parameter. */
const withFailedFiles = (json: unknown): unknown => ({
  ...(json as object),
  Parameters: [
    {
      Name: "cell",
      Declared: {
        type: "number",
        label: "Side of the cells whose heights are compared",
        unit: "m",
        default: 1,
        least: 0.25,
        most: 50,
      },
      Last: 2,
    },
  ],
  FailedTasks: {
    Attempt: 2,
    Names: ["FL000113_02_0007.las", "FL000113_02_0012.las"],
    Failed: 2,
    Kept: 18,
    Refusal: null,
  },
});

const scene = (name: string, open: (page: Page) => Promise<void>): Scene => ({
  name: `processing-resubmit${name}`,
  account: "operator",
  open,
});

export const RESUBMIT_SCENES: readonly Scene[] = [
  scene("", async (page) => {
    await openDialog(page);
    await page.getByRole("region", { name: "Preflight" }).waitFor();
    await page.getByRole("region", { name: "What is overwritten" }).waitFor();
  }),
  scene("-parameters", async (page) => {
    await change(page, PREFLIGHT, withFailedFiles);
    await openDialog(page);
    await page.getByRole("textbox", { name: /^Side of the cells/ }).fill("0.1");
  }),
  scene("-files", async (page) => {
    await change(page, PREFLIGHT, withFailedFiles);
    await openDialog(page);
    await page.getByRole("radio", { name: "Only the 2 that failed" }).click();
    await page.getByRole("region", { name: "Files that run again" }).scrollIntoViewIfNeeded();
  }),
  scene("-loading", async (page) => {
    await hold(page, IMPACT);
    await hold(page, PREFLIGHT);
    await openDialog(page);
  }),
  scene("-failed", async (page) => {
    await fail(page, IMPACT);
    await fail(page, PREFLIGHT);
    await openDialog(page);
    await page.getByText(/^What it would find could not be looked up/).waitFor();
  }),
];
