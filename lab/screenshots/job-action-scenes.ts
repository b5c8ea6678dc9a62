import type { Page } from "@playwright/test";
import { savedProfile } from "../../apps/web/src/data/testing/saved-profile.ts";
import { PICTURE } from "./cloud-scenes.ts";
import { everyCondition } from "./listed-processings.ts";
import { LIST, openMenu, rows, scene, statusPage } from "./processing-scenes.ts";
import type { Scene } from "./scene.ts";
import { answer, change, fail, hold } from "./states.ts";

const ORCHESTRATION = /\/api\/orchestration\//;
const VALIDATION = /archive_validation/;

async function chosen(page: Page, action: RegExp): Promise<void> {
  await openMenu(page, action);
  await page.getByRole("menuitem", { name: action }).first().click();
}

/** What jobs of the processing dashboard offer and ask. */
export const JOB_ACTION_SCENES: readonly Scene[] = [
  scene("processing-menu", "operator", async (page) => {
    await rows(page, statusPage("COMPLETED"));
    await openMenu(page, /Mark as QA Completed \(with errors\)/);
  }),
  scene("processing-menu-disabled", "crew", async (page) => {
    await rows(page, statusPage("FAILED"));
    await page.locator("tbody button[aria-haspopup=menu]").first().click();
    await page.getByRole("menu").waitFor();
  }),
  scene("processing-tooltip", "operator", async (page) => {
    await rows(page, statusPage("QA_COMPLETED_WITH_ERRORS"));
    await page
      .getByRole("button", { name: /QA completed with errors/ })
      .first()
      .hover();
    await page.getByRole("tooltip").waitFor();
  }),
  scene("processing-waiting", "operator", async (page) => {
    await rows(page, statusPage("QA_PENDING"));
    await hold(page, ORCHESTRATION);
    await chosen(page, /^Mark as QA Completed$/);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("The client accepts it");
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("Waiting", { exact: true }).first().waitFor();
  }),
  scene("processing-qa-log", "operator", async (page) => {
    await rows(page, statusPage("COMPLETED"));
    await chosen(page, /\(with errors\)/);
    await page.getByRole("dialog").waitFor();
  }),
  scene("processing-qa-log-profiles", "operator", async (page) => {
    const jobs = ["GPS", "LMS", "PI1_MineIP1", "ICP1_MineIP1", "ICP2_MineIP1", "QA1"];
    const name = "Road north of the hall";
    await answer(
      page,
      /\/api\/processing\/profiles\?/,
      jobs.map((job, n) => savedProfile({ job, name, id: String(n).repeat(24) })),
    );
    await answer(page, /\/api\/processing\/profiles\/\w+\/picture/, { picture: PICTURE });
    await rows(page, statusPage("COMPLETED"));
    await chosen(page, /\(with errors\)/);
    await page.getByRole("link", { name }).waitFor();
    await page.waitForTimeout(500);
  }),
  scene("processing-update-status", "operator", async (page) => {
    await rows(page, statusPage("FAILED"));
    await chosen(page, /Mark as Completed/);
    await page.getByRole("dialog").waitFor();
  }),
  scene("processing-changed", "operator", async (page) => {
    await rows(page, statusPage("FAILED"));
    await page.route(ORCHESTRATION, (route) =>
      route.fulfill({
        status: 409,
        json: { code: "RECORD_CHANGED", message: "changed", details: {}, requestId: "shown" },
      }),
    );
    await chosen(page, /Mark as Ignore/);
    await page.getByRole("dialog").getByRole("textbox").fill("Not needed");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText(/Someone has changed this record/).waitFor();
  }),
  scene("processing-expected-end", "operator", async (page) => {
    await rows(page, statusPage("RUNNING"));
    // A pointer would be elsewhere in a window of another width.
    await page.keyboard.press("Tab");
    await page
      .getByRole("button", { name: /^QA1.*: Running/ })
      .first()
      .focus();
    await page.getByRole("tooltip").getByText("Expected end").waitFor();
  }),
  scene("processing-cancel-lms", "operator", async (page) => {
    await rows(page, statusPage("RUNNING"));
    await chosen(page, /Cancel LMS/);
    await page.getByRole("dialog").waitFor();
  }),
  scene("processing-results", "operator", async (page) => {
    await rows(page, statusPage("FAILED"));
    await chosen(page, /View failure details/);
    await page.getByRole("dialog").waitFor();
  }),
  scene("processing-archive-validating", "operator", async (page) => {
    await change(page, LIST, everyCondition);
    await hold(page, VALIDATION);
    await rows(page);
    await page
      .getByRole("button", { name: /validates and opens/ })
      .first()
      .click();
    await page.getByText("Validating archived files...").waitFor();
  }),
  scene("processing-archive-failed", "operator", async (page) => {
    await change(page, LIST, everyCondition);
    await fail(page, VALIDATION);
    await rows(page);
    await page
      .getByRole("button", { name: /validates and opens/ })
      .first()
      .click();
    await page.getByText("Failed to validate archived files").waitFor();
  }),
];
