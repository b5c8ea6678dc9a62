import { statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type ReadyUpload, readyUpload, tokenOf } from "../../e2e/api.ts";
import { sampleFolder } from "../../e2e/folder.ts";
import { logout, signIn } from "../../e2e/fixtures.ts";
import { UploadPage } from "../../e2e/upload-page.ts";
import type { Scene, Stage } from "./scene.ts";
import { slowLink } from "./states.ts";

const MOST_MS = 90_000;

/** An upload that is being sent on a page, and its folder. */
async function running(
  page: Page,
  { swath, place }: Stage,
): Promise<ReadyUpload & { readonly folder: string }> {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR");
  const uploadPage = new UploadPage(page);
  await slowLink(page);
  await uploadPage.open(upload);
  const folder = sampleFolder(upload, place, "--big");
  await uploadPage.choose(folder);
  await uploadPage.confirmFindings();
  await page.locator('button[aria-label="Pause upload"]:enabled').waitFor({ timeout: MOST_MS });
  return { ...upload, folder };
}

/** The same, paused. */
export async function paused(page: Page, stage: Stage): Promise<ReadyUpload> {
  const upload = await running(page, stage);
  await page.getByRole("button", { name: "Pause upload" }).click();
  await page.locator('button[aria-label="Resume upload"]:enabled').waitFor({ timeout: MOST_MS });
  return upload;
}

async function elsewhere(page: Page, stage: Stage): Promise<void> {
  const { flightId, uploadId } = await running(await page.context().newPage(), stage);
  await page.goto(`/post/${flightId}/uploads/${uploadId}`);
  await page.getByRole("button", { name: "Resume here" }).waitFor({ timeout: MOST_MS });
}

/** What happens to an upload on its worst day. */
export const INTERRUPTION_SCENES: readonly Scene[] = [
  {
    name: "upload-paused",
    account: "crew",
    async open(page, stage) {
      await paused(page, stage);
    },
  },
  {
    name: "upload-no-answer",
    account: "crew",
    async open(page, stage) {
      await running(page, stage);
      await page.route("**/*", (route) => route.abort("connectionreset"));
      await page.waitForTimeout(10_000);
    },
  },
  {
    name: "upload-signed-out",
    account: "crew",
    async open(page, stage) {
      await running(page, stage);
      const other = await page.context().newPage();
      await other.goto("/post");
      await logout(other);
      await page.getByRole("heading", { name: "You are no longer signed in" }).waitFor();
      await page
        .getByText("The upload waits until you have signed in again.")
        .waitFor({ timeout: MOST_MS });
    },
  },
  { name: "upload-elsewhere", account: "crew", open: elsewhere },
  {
    name: "upload-take-over",
    account: "crew",
    async open(page, stage) {
      await elsewhere(page, stage);
      await page.getByRole("button", { name: "Resume here" }).click();
    },
  },
  {
    name: "upload-source-changed",
    account: "crew",
    async open(page, stage) {
      const { flightId, folder } = await running(page, stage);
      const name = `${flightId}_01/${flightId}_01.000`;
      await page.getByRole("row", { name }).getByText("COMPLETE").waitFor({ timeout: MOST_MS });
      const file = join(folder, name);
      const later = new Date(statSync(file).mtimeMs + 60_000);
      utimesSync(file, later, later);
      await page.getByText("changed or removed on the drive").waitFor({ timeout: MOST_MS });
    },
  },
  {
    name: "upload-tray",
    account: "crew",
    async open(page, stage) {
      await running(page, stage);
      await page.getByRole("link", { name: "DASHBOARD" }).first().click();
      await page
        .getByRole("link", { name: /^FL\d{6}$/ })
        .first()
        .waitFor();
    },
  },
  {
    name: "upload-reset",
    account: "leader",
    async open(page, stage) {
      const crew = await page.context().browser()!.newContext({ baseURL: stage.swath.origin });
      const theirs = await crew.newPage();
      await signIn(theirs, "crew");
      const { flightId, uploadId } = await running(theirs, stage);
      await page.goto(`/post/${flightId}/uploads/${uploadId}`);
      await page.getByRole("button", { name: "Reset upload" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
];
