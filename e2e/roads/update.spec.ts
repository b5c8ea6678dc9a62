import { appendFileSync, copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { uploadOf } from "../api.ts";
import { arrived } from "../destination.ts";
import { BLANK, expect } from "../fixtures.ts";
import { folderHashes, sampleFolder } from "../folder.ts";
import { UploadPage } from "../upload-page.ts";
import { FLIGHT_OF, test } from "./road.ts";

const STRANGE = [
  "a b",
  "ü-é-日本",
  "e\u0301",
  "50%25",
  "at@me",
  "plus+hash#q?x=1",
  "<b>&amp;'\"",
  "x".repeat(150),
];

/** Copies of a folder's own log under names that are hard for addresses, keys and pages. */
function addStrangeLogs(folder: string): void {
  const log = readdirSync(folder).find((name) => name.startsWith("FMS_Flight_Log_"));
  if (log === undefined) throw new Error("the sample has no FMS log");
  for (const name of STRANGE)
    copyFileSync(join(folder, log), join(folder, `FMS_Flight_Log_${name}.log`));
}

async function update(page: UploadPage, folder: string): Promise<void> {
  await page.page.getByRole("button", { name: "Add / Update Existing Data" }).click();
  const dialog = page.page.getByRole("dialog", { name: "Update Existing Upload?" });
  await dialog.getByRole("button").last().click();
  await page.choose(folder);
}

/** Answers the dialogs up to the choice of types, and sends them all. */
async function chooseAllTypes(uploading: UploadPage): Promise<void> {
  const types = uploading.page.getByRole("dialog", { name: "Select new files to upload" });
  const all = types.getByLabel("All");
  await uploading.confirmUntil(all);
  await all.check();
  await types.getByRole("button", { name: "Confirm" }).click();
}

/** Sends what the update changes: one new file and one that replaces another. */
async function confirmDifference({ page }: UploadPage): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "What this update changes" });
  await expect(dialog.getByText(/^Leave out \d+ unchanged files/)).toBeVisible();
  const rows = dialog.getByRole("row");
  await expect(rows.nth(1)).toContainText("FMS_Flight_Log_added.log");
  await expect(rows.nth(1)).toContainText("New");
  await expect(rows.nth(2)).toContainText("FMS_Flight_Log_50%25.log");
  await expect(rows.nth(2)).toContainText("Replaces");
  await dialog.getByRole("button", { name: "Upload 2 files" }).click();
}

/** Brings all back of the latest replacement, and waits until it stands. */
async function bringBack({ page }: UploadPage): Promise<void> {
  const replaced = page.getByRole("region", { name: "Replaced files" });
  await replaced.getByRole("button", { name: /^Replaced by an update/ }).click();
  await expect(replaced.getByRole("row")).toHaveCount(2);
  await replaced.getByRole("button", { name: "Bring 1 file back" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await expect(replaced.getByText(/^Replaced by earlier files/)).toBeVisible();
}

test("files with strange names arrive, an update adds and replaces, and what it replaced comes back", async ({
  swath,
  asUser,
  place,
}) => {
  const upload = await uploadOf(swath, FLIGHT_OF.update, "LiDAR");
  const folder = sampleFolder(upload, place, "--no-big");
  addStrangeLogs(folder);
  const page = new UploadPage(await asUser("leader", BLANK));
  await page.open(upload);
  await page.choose(folder);
  await page.confirmFindings();
  await page.ready();
  expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));

  const before = await folderHashes(folder);
  const log = readdirSync(folder).find((name) => name.includes("50%25")) ?? "";
  appendFileSync(join(folder, log), "\n");
  copyFileSync(join(folder, log), join(folder, "FMS_Flight_Log_added.log"));
  await update(page, folder);
  await chooseAllTypes(page);
  await confirmDifference(page);
  await page.ready();
  expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));

  await bringBack(page);
  const added = await folderHashes(folder);
  expect(await arrived(swath, upload)).toEqual(new Map([...added, ...before]));
});
