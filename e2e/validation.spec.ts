import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type ReadyUpload, readyUpload, tokenOf } from "./api.ts";
import { violations } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { sampleFolder } from "./folder.ts";
import { UploadPage } from "./upload-page.ts";

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** A LiDAR folder without cross-strips, with a blank file and one of no known name. */
function faultyFolder(upload: ReadyUpload, place: string): string {
  const folder = sampleFolder(upload, place, "--no-big", "--fault", "no-cross-strips");
  writeFileSync(join(folder, `${upload.flightId}.pdf`), "");
  writeFileSync(join(folder, "<b>notes.xyz"), "x");
  return folder;
}

/** The folder's own name. */
function readdirName({ flightId, sensorName }: ReadyUpload): string {
  return `${flightId}_${sensorName.slice(-3)}`;
}

/** Drops a folder as a person does. */
async function drop(page: Page, folder: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", { type, x: 400, y: 400, data });
}

test("a part behind a link, which the browser hides, is asked about, and so is an empty one", async ({
  swath,
  asUser,
  place,
}) => {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
  const folder = sampleFolder(upload, place, "--no-big");
  const [first, second] = ["_01", "_02"].map((part) => join(folder, upload.flightId + part));
  renameSync(second!, join(place, "elsewhere"));
  symlinkSync(join(place, "elsewhere"), second!);
  writeFileSync(join(folder, ".DS_Store"), "x");
  writeFileSync(join(first!, `._${upload.flightId}_01_0001.range`), "x");
  const page = await asUser("crew");
  const uploadPage = new UploadPage(page);
  await uploadPage.open(upload);
  const missing = `${upload.flightId}_02 (named by ${readdirName(upload)}/${upload.flightId}_02.kmz)`;
  for (const choose of [() => uploadPage.choose(folder), () => drop(page, folder)]) {
    await choose();
    const report = dialog(page, "File Validation Results");
    await expect(report.getByText(missing)).toBeVisible();
    await expect(report.getByText("2 companion files of operating systems")).toBeVisible();
    await button(page, "Continue").click();
    await expect(dialog(page, "Check Flight Parts").getByText(missing)).toBeVisible();
    await page.keyboard.press("Escape");
    await button(page, "Cancel").click();
  }
  unlinkSync(second!);
  mkdirSync(second!);
  writeFileSync(join(second!, "._x"), "x");
  await drop(page, folder);
  await button(page, "Continue").click();
  const empty = dialog(page, "Check Flight Parts");
  await expect(empty.getByText("Folders of flight parts hold no file")).toBeVisible();
  await expect(empty.getByText(`${readdirName(upload)}/${upload.flightId}_02`)).toBeVisible();
});

test("LAZ files that cannot be read stop the upload in their own dialog", async ({
  swath,
  asUser,
  place,
}) => {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "TerrainMapperLAZ");
  const folder = sampleFolder(upload, place, "--fault", "laz-header");
  const page = await asUser("crew");
  const uploadPage = new UploadPage(page);
  await uploadPage.open(upload);
  await uploadPage.choose(folder);
  await button(page, "Continue").click();
  const invalid = dialog(page, "Invalid laz files");
  await expect(invalid.getByText("LAZ files with an unreadable header")).toBeVisible();
  await expect(invalid.getByRole("button", { name: "Continue" })).toHaveCount(0);
});

test("'Validate a folder' shows the report without an upload, and the saved one reads offline", async ({
  swath,
  asUser,
  place,
}) => {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
  const folder = faultyFolder(upload, place);
  appendFileSync(join(folder, "FMS_Flight_Log_<img src=x onerror=alert(1)>.log"), "nothing");
  const page = await asUser("crew", `/post/${upload.flightId}`);
  await page.getByRole("link", { name: "Validate a folder" }).click();
  await expect(page).toHaveURL(new RegExp(`/post/${upload.flightId}/check$`));
  await expect(page.getByRole("link", { name: `FLIGHT ${upload.flightId}` })).toBeVisible();
  await page.getByRole("combobox", { name: "Upload" }).click();
  await page.getByRole("option", { name: `LiDAR : ${upload.sensorName}` }).click();
  await page.getByLabel("Flight folder").setInputFiles(folder);
  const report = page.getByRole("region", { name: "Folder report" });
  await expect(report.getByText("FMS logs without a project ID")).toBeVisible();

  const downloading = page.waitForEvent("download");
  await button(page, "Save report").click();
  const saved = await downloading;
  expect(saved.suggestedFilename()).toBe(`${upload.flightId}_LiDAR_report.html`);
  const file = join(place, "report.html");
  await saved.saveAs(file);
  expect(readFileSync(file, "utf8")).not.toMatch(/<script|<img/i);

  await page.context().setOffline(true);
  await page.goto(`file://${file}`);
  await expect(page.getByRole("heading", { name: /Valid, with \d warnings/ })).toBeVisible();
  await expect(page.getByText("<b>notes.xyz", { exact: false }).first()).toBeVisible();
  await expect(
    page.getByText("FMS_Flight_Log_<img src=x onerror=alert(1)>.log", { exact: false }).first(),
  ).toBeVisible();

  expect(await violations(page)).toEqual([]);
  await page.context().setOffline(false);
  await page.goto(`/post/${upload.flightId}/uploads/${upload.uploadId}`);
  await expect(page.getByText("Ready for Upload")).toBeVisible();
});
