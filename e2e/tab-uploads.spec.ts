import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { readyUpload, type ReadyUpload, tokenOf } from "./api.ts";
import { arrived } from "./destination.ts";
import { BLANK, expect, testAlone } from "./fixtures.ts";
import { folderHashes, sampleFolder } from "./folder.ts";
import { slowLink } from "./slow-link.ts";
import { UploadPage } from "./upload-page.ts";

const test = testAlone();

/** Writes a folder of an upload, beside those of others. */
function folderOf(upload: ReadyUpload, place: string): string {
  const own = join(place, upload.uploadId);
  mkdirSync(own);
  return sampleFolder(upload, own, "--no-big");
}

/** Finds the flight of an upload in the list, and opens the upload in the same tab. */
async function openFromList(page: Page, { flightId, uploadId }: ReadyUpload): Promise<void> {
  await page.getByRole("button", { name: "Search", exact: true }).press("Enter");
  const search = page.getByRole("dialog");
  await search.getByRole("combobox", { name: "Primary ID" }).fill(flightId);
  await page.keyboard.press("Enter");
  await search.getByRole("button", { name: "Search" }).press("Enter");
  await page.locator(`a[href="/post/${flightId}/uploads/${uploadId}"]`).press("Enter");
  await page.getByRole("button", { name: "Upload Flight Folder" }).waitFor();
}

test("flights are queued in one tab, go on while one moves through the portal, and the tray leads back", async ({
  swath,
  asUser,
  place,
}) => {
  const token = tokenOf(swath, "crew");
  const one = await readyUpload(swath, token, "LiDAR", /Galaxy/);
  const two = await readyUpload(swath, token, "LiDAR", /Galaxy/, 1);
  const folders = [folderOf(one, place), folderOf(two, place)] as const;
  const page = await asUser("crew", BLANK);
  const link = await slowLink(page, 100_000);
  const uploads = new UploadPage(page);
  await uploads.open(one);
  await uploads.choose(folders[0]);
  await uploads.confirmFindings();
  await expect(page.getByRole("button", { name: "Pause upload" })).toBeEnabled();

  await page.getByRole("link", { name: /^DASHBOARD/ }).click();
  const tray = page.getByRole("region", { name: "Uploads of this tab" });
  const row = (of: ReadyUpload) => tray.getByRole("listitem").filter({ hasText: of.flightId });
  await expect(row(one).getByRole("status")).toHaveText("Uploading");

  await openFromList(page, two);
  await uploads.choose(folders[1]);
  const report = page.getByRole("dialog", { name: "File Validation Results" });
  await report.getByRole("button", { name: "Upload" }).click();
  const queued = page.getByRole("dialog", { name: "UPLOAD QUEUED" });
  await expect(queued).toContainText("1 job ahead of this upload.");
  await queued.getByRole("button", { name: "Other flights" }).press("Enter");
  await expect(row(two).getByRole("status")).toHaveText("Upload Queued");
  await expect(row(two)).toContainText("1 job ahead");

  await row(one).getByRole("link").press("Enter");
  await expect(page).toHaveURL(new RegExp(`${one.uploadId}$`));
  await expect(page.getByRole("button", { name: "Pause upload" })).toBeEnabled();
  await expect(row(one)).toBeHidden();

  await link.mend(100_000_000);
  await uploads.ready();
  await expect(row(two).getByRole("status")).toHaveText("Data Ready");
  expect(await arrived(swath, one)).toEqual(await folderHashes(folders[0]));
  expect(await arrived(swath, two)).toEqual(await folderHashes(folders[1]));
  await tray.getByRole("button", { name: /^Dismiss/ }).press("Enter");
  await expect(tray).toBeHidden();
});
